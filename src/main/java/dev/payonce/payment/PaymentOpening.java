package dev.payonce.payment;

import dev.payonce.order.Order;
import dev.payonce.payment.Payments.Locked;
import dev.payonce.stock.Goods;
import dev.payonce.store.Transactions;
import dev.payonce.token.TokenConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Opens payments, each in one short transaction under the order's row lock, before the gateway is called; or tells where
 * the token's own payment stands.
 */
@ApplicationScoped
class PaymentOpening {

    private final Transactions transactions;
    private final Payments payments;
    private final Goods goods;
    private final RecoveryConfig recovery;
    private final boolean requireRedis;

    PaymentOpening(
            Transactions transactions,
            Payments payments,
            Goods goods,
            RecoveryConfig recovery,
            TokenConfig tokenConfig) {
        this.transactions = transactions;
        this.payments = payments;
        this.goods = goods;
        this.recovery = recovery;
        this.requireRedis = tokenConfig.requireRedis();
    }

    /**
     * Transaction 1. Running it again is harmless: what this token has done already is looked at first.
     *
     * @param consumed whether Redis has consumed the token for this attempt, so that it was in time
     */
    Standing open(Attempt attempt, boolean consumed) {
        return transactions.inNew(() -> {
            Locked locked = payments.lock(attempt.token());
            if (locked.payment() != null) {
                return known(attempt, locked.payment(), locked.order().readAt());
            }
            if (!consumed && !isInTime(attempt, locked.order())) {
                return reject(attempt, locked.order(), Refusal.TOKEN_EXPIRED);
            }
            return openNew(attempt, locked.order());
        });
    }

    private Standing known(Attempt attempt, Payment payment, Instant now) {
        return new Standing(knownAs(attempt, payment, now), payment);
    }

    private Standing.Kind knownAs(Attempt attempt, Payment payment, Instant now) {
        if (payment.isOf(attempt)) {
            return payment.isOpen() ? Standing.Kind.OPENED : Standing.Kind.ENDED;
        }
        if (!payment.hasContentOf(attempt)) {
            return Standing.Kind.REUSED;
        }
        if (!payment.isOpen()) {
            return Standing.Kind.REPLAYED;
        }
        if (payment.isForLater()) {
            return payment.isDue() && !attempt.later() ? Standing.Kind.UNKNOWN : Standing.Kind.ACCEPTED;
        }
        boolean silent = payment.createdAt().plus(recovery.after()).isBefore(now);
        return payment.isOutcomeUnknown() || silent ? Standing.Kind.UNKNOWN : Standing.Kind.AT_WORK;
    }

    /** This token's payment, of whatever content, if it has one: a look that waits for nobody's lock. */
    Optional<Payment> find(Attempt attempt) {
        return transactions.inNew(() -> payments.find(attempt.token().id()));
    }

    private boolean isInTime(Attempt attempt, Order order) {
        return !requireRedis && order.readAt().isBefore(attempt.token().expiresAt());
    }

    /** The rest of transaction 1, of a wish that has no payment yet. */
    Standing openNew(Attempt attempt, Order order) {
        if (!order.payable()) {
            return reject(attempt, order, Refusal.ORDER_NOT_PAYABLE);
        }
        if (!order.price().equals(attempt.token().price())) {
            return reject(attempt, order, Refusal.ORDER_CHANGED);
        }
        if (order.isMadeOfItems() && !goods.hold(order.id(), lines(order))) {
            return reject(attempt, order, Refusal.OUT_OF_STOCK);
        }
        order.startPayment(attempt.caller());
        Payment payment = attempt.later()
                ? Payment.accepted(attempt, order.readAt(), recovery.after())
                : Payment.opened(attempt, order.readAt(), recovery.after());
        payments.persist(payment);
        return new Standing(Standing.Kind.OPENED, payment);
    }

    private static List<Goods.Line> lines(Order order) {
        return order.items().stream()
                .map(item -> new Goods.Line(item.sku(), item.quantity()))
                .toList();
    }

    private Standing reject(Attempt attempt, Order order, Refusal refusal) {
        Payment payment = Payment.rejected(attempt, refusal, order.status(), order.readAt());
        payments.persist(payment);
        return new Standing(Standing.Kind.ENDED, payment);
    }
}
