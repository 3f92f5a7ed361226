package dev.payonce.order;

import dev.payonce.value.OrderId;
import java.time.Instant;
import java.util.List;

/**
 * An order as callers see it.
 *
 * @param amount in the currency's minor unit
 * @param status EXPIRED also where only the time has come and not yet the job
 * @param version counts the changes; the base of the ETag
 */
record OrderView(
        OrderId id,
        String customerId,
        long amount,
        String currency,
        String description,
        List<OrderItem> items,
        OrderStatus status,
        int version,
        Instant createdAt,
        Instant expiresAt,
        Instant paidAt) {

    /** To be called while the order's session is open: it may read the items. */
    static OrderView of(Order order) {
        return new OrderView(
                order.id(),
                order.customerId(),
                order.price().amount(),
                order.price().currency(),
                order.description(),
                order.items(),
                order.status(),
                order.version(),
                order.createdAt(),
                order.expiresAt(),
                order.paidAt());
    }
}
