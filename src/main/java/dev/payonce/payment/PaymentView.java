package dev.payonce.payment;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.payonce.order.OrderStatus;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import java.time.Instant;

/**
 * A payment as callers see it.
 *
 * @param amount in the currency's minor unit, like {@code refundedAmount}
 * @param orderStatus the order's state as this payment left it; only in answers of {@code /pay} and in events
 */
record PaymentView(
        PaymentId id,
        OrderId orderId,
        long amount,
        String currency,
        PaymentStatus status,
        String declineCode,
        long refundedAmount,
        Instant createdAt,
        Instant settledAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) OrderStatus orderStatus) {

    /** The payment as it is now. */
    static PaymentView of(Payment payment) {
        return of(payment, payment.refundedAmount(), null);
    }

    /** What the payer is told, refunds left out: a replay says what was said first. */
    static PaymentView asAnswered(Payment payment) {
        return of(payment, 0, payment.orderStatus());
    }

    private static PaymentView of(Payment payment, long refundedAmount, OrderStatus orderStatus) {
        return new PaymentView(
                payment.id(),
                payment.orderId(),
                payment.money().amount(),
                payment.money().currency(),
                payment.status(),
                payment.declineCode(),
                refundedAmount,
                payment.createdAt(),
                payment.settledAt(),
                orderStatus);
    }
}
