package dev.payonce.payment;

import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import java.time.Instant;

/**
 * A payment whose end is not known yet, as an operator sees it.
 *
 * @param unknownReason why the gateway's answer said nothing; null while a request may still be at work with it
 * @param sentAt null while it waits to be sent for the first time
 * @param checks how often the gateway has been asked about it
 * @param nextCheckAt when it is asked again, or sent at the latest
 */
record OpenPayment(
        PaymentId id,
        OrderId orderId,
        long amount,
        String currency,
        String unknownReason,
        Instant createdAt,
        Instant sentAt,
        int checks,
        Instant nextCheckAt) {

    static OpenPayment of(Payment payment) {
        return new OpenPayment(
                payment.id(),
                payment.orderId(),
                payment.money().amount(),
                payment.money().currency(),
                payment.unknownReason(),
                payment.createdAt(),
                payment.sentAt(),
                payment.checks(),
                payment.dueAt());
    }
}
