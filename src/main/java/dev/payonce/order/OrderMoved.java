package dev.payonce.order;

import dev.payonce.value.OrderId;

/** Something about the order has changed or been told, in the transaction that this is fired in; {@code events.Bell} rings for it. */
public record OrderMoved(OrderId order) {}
