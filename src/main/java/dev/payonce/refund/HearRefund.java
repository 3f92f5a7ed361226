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

    HearRefund(Transactions transactions, Refunds refunds, RefundBook book) {
        this.transactions = transactions;
        this.refunds = refunds;
        this.book = book;
    }

    /** Blocks. */
    public Hearing hear(RefundId id, RefundResult result, Money money) {
        Optional<Refund> refund = transactions.read(() -> refunds.find(id));
        if (refund.isEmpty()) {
            return Hearing.UNKNOWN_REFERENCE;
        }
        if (!new Money(refund.get().amount(), refund.get().currency()).equals(money)) {
            return Hearing.MISMATCH;
        }
        book.settle(id, result, ACTOR);
        return Hearing.HEARD;
    }
}
