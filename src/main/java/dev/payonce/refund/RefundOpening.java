package dev.payonce.refund;

import dev.payonce.order.Order;
import dev.payonce.order.Orders;
import dev.payonce.payment.Payment;
import dev.payonce.payment.RecoveryConfig;
import dev.payonce.refund.RefundStanding.Kind;
import dev.payonce.store.Transactions;
import jakarta.enterprise.context.ApplicationScoped;

/** Reserves the sum of a refund in one short transaction, under the order's row lock, before the gateway is called. */
@ApplicationScoped
class RefundOpening {

    private final Transactions transactions;
    private final Refunds refunds;
    private final Orders orders;
    private final RecoveryConfig recovery;

    RefundOpening(Transactions transactions, Refunds refunds, Orders orders, RecoveryConfig recovery) {
        this.transactions = transactions;
        this.refunds = refunds;
        this.orders = orders;
        this.recovery = recovery;
    }

    /** Transaction 1. Running it again is harmless: what this key has done already is looked at first. */
    RefundStanding open(RefundAttempt attempt) {
        return transactions.inNew(() -> refunds.find(attempt.key())
                .map(refund -> known(attempt, refund))
                .orElseGet(() -> openUnderLock(attempt)));
    }

    /** How the refund of this attempt's key stands now; it must be there. */
    RefundStanding look(RefundAttempt attempt) {
        return transactions.inNew(
                () -> known(attempt, refunds.find(attempt.key()).orElseThrow()));
    }

    private RefundStanding known(RefundAttempt attempt, Refund refund) {
        return new RefundStanding(knownAs(attempt, refund), refund);
    }

    private Kind knownAs(RefundAttempt attempt, Refund refund) {
        if (refund.isOf(attempt)) {
            return refund.isOpen() ? Kind.OPENED : Kind.ENDED;
        }
        if (!refund.terms().haveContentOf(attempt)) {
            return Kind.KEY_REUSED;
        }
        if (!refund.isOpen()) {
            return Kind.REPLAYED;
        }
        return refund.isOutcomeUnknown() || refund.isDue() ? Kind.UNKNOWN : Kind.AT_WORK;
    }

    private RefundStanding openUnderLock(RefundAttempt attempt) {
        return refunds.orderOf(attempt.paymentId())
                .flatMap(orders::lock)
                .map(order -> refunds.find(attempt.key())
                        .map(refund -> known(attempt, refund))
                        .orElseGet(() -> openNew(attempt, order)))
                .orElseGet(() -> RefundStanding.of(Kind.NOT_FOUND));
    }

    private RefundStanding openNew(RefundAttempt attempt, Order order) {
        Payment payment = refunds.payment(attempt.paymentId()).orElseThrow();
        if (!payment.isSucceeded()) {
            return reject(attempt, payment, order, RefundRefusal.PAYMENT_NOT_REFUNDABLE, null);
        }
        long refundable = payment.money().amount() - refunds.spent(payment.id());
        long amount =
                attempt.wish().amount() == null ? refundable : attempt.wish().amount();
        if (amount > refundable || refundable == 0) {
            return reject(attempt, payment, order, RefundRefusal.REFUND_EXCEEDS_PAYMENT, refundable);
        }
        if (attempt.wish().restock() && amount < refundable) {
            return RefundStanding.of(Kind.TOO_EARLY_TO_RESTOCK);
        }
        return keep(Refund.opened(
                attempt.refundId(), RefundTerms.of(attempt, payment, amount), order.readAt(), recovery.after()));
    }

    private RefundStanding reject(
            RefundAttempt attempt, Payment payment, Order order, RefundRefusal refusal, Long refundable) {
        long amount = attempt.wish().amount() == null ? 0 : attempt.wish().amount();
        RefundTerms terms = RefundTerms.of(attempt, payment, amount);
        return keep(Refund.rejected(attempt.refundId(), terms, refusal, refundable, order.readAt()));
    }

    private RefundStanding keep(Refund refund) {
        refunds.persist(refund);
        return RefundStanding.after(refund);
    }
}
