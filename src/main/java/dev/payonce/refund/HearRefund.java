package dev.payonce.refund;

import dev.payonce.gateway.RefundResult;
import dev.payonce.payment.Hearing;
import dev.payonce.store.Transactions;
import dev.payonce.value.Money;
import dev.payonce.value.RefundId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Takes the gateway's word on a refund that it tells of by itself: early, late, again or out of order. */
@ApplicationScoped
public class HearRefund {

    private static final String ACTOR = "gateway";

    private final Transactions transactions;
    private final Refunds refunds;
    private final RefundBook book;
    private final RefundChecks checks;

    HearRefund(Transactions transactions, Refunds refunds, RefundBook book, RefundChecks checks) {
        this.transactions = transactions;
        this.refunds = refunds;
        this.book = book;
        this.checks = checks;
    }

    /**
     * Blocks.
     *
     * @param charge the gateway's id of the charge that it names, or null
     * @param order the order that it names, or null
     */
    public Hearing hear(RefundId id, String charge, String order, RefundResult result, Money money) {
        Optional<Refund> refund = transactions.read(() -> refunds.find(id)).filter(known -> !known.isRejected());
        if (refund.isEmpty()) {
            return Hearing.UNKNOWN_REFERENCE;
        }
        if (!isAbout(refund.get(), charge, order, money)) {
            checks.hasten(id);
            return Hearing.MISMATCH;
        }
        book.settle(id, result, ACTOR);
        return Hearing.HEARD;
    }

    private static boolean isAbout(Refund refund, String charge, String order, Money money) {
        return refund.asked().money().equals(money)
                && (charge == null || charge.equals(refund.asked().chargeId()))
                && (order == null || order.equals(refund.orderId().toString()));
    }
}
