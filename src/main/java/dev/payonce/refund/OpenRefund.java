package dev.payonce.refund;

import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import java.time.Instant;

/**
 * A refund whose end is not known yet, or one of a late charge that a person must see to, as an operator sees it.
 *
 * @param unknownReason why the gateway's answer said nothing, {@code given_up} for a late charge that it would not give
 *     back; null while a request may still be at work with it
 * @param checks how often the gateway has been asked about it
 * @param nextCheckAt when it is asked again; null when it is not
 */
record OpenRefund(
        RefundId id,
        PaymentId paymentId,
        OrderId orderId,
        long amount,
        String currency,
        RefundStatus status,
        String unknownReason,
        Instant createdAt,
        Instant sentAt,
        int checks,
        Instant nextCheckAt) {

    static OpenRefund of(Refund refund) {
        return new OpenRefund(
                refund.id(),
                refund.paymentId(),
                refund.orderId(),
                refund.terms().amount(),
                refund.terms().currency(),
                refund.status(),
                refund.unknownReason(),
                refund.createdAt(),
                refund.sentAt(),
                refund.checks(),
                refund.nextCheckAt());
    }
}
