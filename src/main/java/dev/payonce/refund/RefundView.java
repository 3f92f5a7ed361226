package dev.payonce.refund;

import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import java.time.Instant;

/**
 * A refund as callers and events see it.
 *
 * @param amount in the currency's minor unit
 * @param reason as its merchant gave it, {@code late_charge} for one of a charge that no order was waiting for
 */
record RefundView(
        RefundId id,
        PaymentId paymentId,
        OrderId orderId,
        long amount,
        String currency,
        RefundStatus status,
        String reason,
        boolean restock,
        Instant createdAt,
        Instant settledAt) {

    static RefundView of(Refund refund) {
        return new RefundView(
                refund.id(),
                refund.paymentId(),
                refund.orderId(),
                refund.terms().amount(),
                refund.terms().currency(),
                refund.status(),
                refund.terms().reason(),
                refund.terms().restock(),
                refund.createdAt(),
                refund.settledAt());
    }
}
