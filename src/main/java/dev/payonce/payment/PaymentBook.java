package dev.payonce.payment;

import static java.util.Comparator.comparing;

import dev.payonce.gateway.ChargeLookUp.Found;
import dev.payonce.gateway.ChargeResult;
import dev.payonce.order.Order;
import dev.payonce.order.Orders;
import dev.payonce.order.Outbox;
import dev.payonce.payment.Payments.Locked;
import dev.payonce.stock.Goods;
import dev.payonce.store.Transactions;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import java.util.List;

/**
 * Settles payments, each in one short transaction under the order's row lock. Whoever settles first is right: a payment
 * that has ended stays as it is.
 */
@ApplicationScoped
class PaymentBook {

    static final String PAID = "order.paid";
    static final String PAYMENT_FAILED = "order.payment_failed";

    private static final String MISMATCH = "gateway_mismatch";

    private final Transactions transactions;
    private final Orders orders;
    private final Payments payments;
    private final Goods goods;
    private final Outbox outbox;
    private final Event<UnexpectedCharge> unexpectedCharges;
    private final Event<PaymentDeclined> declines;
    private final RecoveryConfig recovery;

    PaymentBook(
            Transactions transactions,
            Orders orders,
            Payments payments,
            Goods goods,
            Outbox outbox,
            Event<UnexpectedCharge> unexpectedCharges,
            Event<PaymentDeclined> declines,
            RecoveryConfig recovery) {
        this.transactions = transactions;
        this.orders = orders;
        this.payments = payments;
        this.goods = goods;
        this.outbox = outbox;
        this.unexpectedCharges = unexpectedCharges;
        this.declines = declines;
        this.recovery = recovery;
    }

    /**
     * Transaction 2, whoever brings the result: the answer to the call, a look-up or an event of the gateway. Who
     * settles first is right; an unknown result leaves the payment open.
     *
     * @param money what the gateway says that it took
     */
    Payment settle(OrderId order, PaymentId id, ChargeResult result, Money money, String actor) {
        return transactions.inNew(() -> {
            Locked locked = payments.lock(order, id);
            settle(locked.order(), locked.payment(), result, money, actor);
            return locked.payment();
        });
    }

    /**
     * The same with all charges that the gateway has for the payment: at most one of them can be what it asked for. Where
     * another makes no sense it may be money too: then nothing closes the payment as failed, and one that has ended stays
     * watched.
     */
    Payment settle(OrderId order, PaymentId id, List<Found> charges, String actor) {
        return transactions.inNew(() -> {
            Locked locked = payments.lock(order, id);
            Payment payment = locked.payment();
            boolean clear = charges.stream().noneMatch(Found::isRiddle);
            charges.stream()
                    .filter(charge ->
                            clear || charge.isRiddle() || payment.money().equals(charge.money()))
                    .sorted(comparing(charge -> rank(charge, payment.money())))
                    .forEach(charge -> settle(locked.order(), payment, charge.result(), charge.money(), actor));
            if (!payment.isOpen() && clear) {
                payment.endWatch(recovery.lostWatch());
            } else if (!payment.isOpen()) {
                payment.keepWatch(recovery);
            }
            return payment;
        });
    }

    /** The charge that was asked for comes first, so that it is not taken for the stray one. */
    private static int rank(Found charge, Money asked) {
        return asked.equals(charge.money()) ? 0 : charge.isApproved() ? 1 : 2;
    }

    private void settle(Order order, Payment payment, ChargeResult result, Money money, String actor) {
        switch (result.verdict()) {
            case APPROVED -> approve(order, payment, result, money, actor);
            case DECLINED -> fail(order, payment, Refusal.PAYMENT_DECLINED, result, actor);
            case REFUSED -> refuse(order, payment, result, actor);
            case UNKNOWN -> stayOpen(payment, result);
        }
    }

    private void approve(Order order, Payment payment, ChargeResult result, Money money, String actor) {
        if (payment.isOpen() && payment.money().equals(money)) {
            order.markPaid(actor, "payment " + payment.id() + " succeeded");
            payment.succeed(result.reference(), order.readAt());
            if (order.hasGoods()) {
                goods.sell(order.id());
            }
            outbox.add(order.id(), PAID, PaymentView.asAnswered(payment), order.readAt());
        } else if (!payment.isCharge(result.reference())) {
            fail(order, payment, Refusal.GATEWAY_REFUSED, ChargeResult.declined(result.reference(), MISMATCH), actor);
            unexpectedCharges.fire(new UnexpectedCharge(payment, result.reference(), money));
        }
    }

    private void fail(Order order, Payment payment, Refusal refusal, ChargeResult result, String actor) {
        if (payment.isOpen()) {
            payment.fail(refusal, result.code(), result.reference(), order.readAt());
            if (refusal == Refusal.PAYMENT_DECLINED && orders.payer(order).equals(order.customerId())) {
                declines.fire(new PaymentDeclined(order.customerId()));
            }
            reopen(order, payment, actor);
        }
    }

    /** The gateway knows nothing of the payment, and its own time limit is over. */
    void lose(Order order, Payment payment, String actor) {
        payment.lose(order.readAt(), recovery.maxInterval());
        reopen(order, payment, actor);
    }

    private void reopen(Order order, Payment payment, String actor) {
        if (order.isMadeOfItems()) { // goods by message stay held: nobody would ask for them again
            goods.release(order.id());
        }
        order.reopen(actor, "payment " + payment.id() + " failed: " + payment.refusal());
        outbox.add(order.id(), PAYMENT_FAILED, PaymentView.asAnswered(payment), order.readAt());
    }

    /** That one call was refused does not say that another will not arrive. */
    private void refuse(Order order, Payment payment, ChargeResult result, String actor) {
        if (payment.wasSentOnce()) {
            fail(order, payment, Refusal.GATEWAY_REFUSED, result, actor);
        } else {
            stayOpen(payment, result);
        }
    }

    private static void stayOpen(Payment payment, ChargeResult result) {
        if (payment.isOpen()) {
            payment.outcomeUnknown(result.code());
        }
    }
}
