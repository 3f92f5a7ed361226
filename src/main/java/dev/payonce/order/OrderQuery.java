package dev.payonce.order;

import dev.payonce.value.OrderId;
import java.util.Optional;

/**
 * Which orders are listed, newest first.
 *
 * @param customerId whose; empty for everybody's
 * @param status as it is shown; empty for all
 * @param after the order before the first one wanted; empty for the newest
 */
record OrderQuery(Optional<String> customerId, Optional<OrderStatus> status, Optional<OrderId> after, int limit) {

    OrderQuery of(OrderStatus other) {
        return new OrderQuery(customerId, Optional.of(other), after, limit);
    }
}
