package dev.payonce.payment;

import dev.payonce.gateway.ChargeResult;
import dev.payonce.store.Transactions;
import dev.payonce.value.Money;
import dev.payonce.value.PaymentId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Takes the gateway's word on a charge that it tells of by itself: early, late, again or out of order. */
@ApplicationScoped
public class HearCharge {

    private static final String ACTOR = "gateway";

    private final Transactions transactions;
    private final Payments payments;
    private final PaymentBook book;
    private final Checks checks;

    HearCharge(Transactions transactions, Payments payments, PaymentBook book, Checks checks) {
        this.transactions = transactions;
        this.payments = payments;
        this.book = book;
        this.checks = checks;
    }

    /**
     * Blocks.
     *
     * @param order as the gateway names it; null where it names none
     */
    public Hearing hear(PaymentId id, String order, ChargeResult result, Money money) {
        Optional<Payment> payment = transactions.read(() -> payments.find(id));
        if (payment.isEmpty()) {
            return Hearing.UNKNOWN_REFERENCE;
        }
        boolean sameOrder =
                order == null || order.equals(payment.get().orderId().toString());
        if (!sameOrder || !payment.get().money().equals(money)) {
            checks.hasten(id);
            return Hearing.MISMATCH;
        }
        book.settle(payment.get().orderId(), id, result, money, ACTOR);
        return Hearing.HEARD;
    }
}
