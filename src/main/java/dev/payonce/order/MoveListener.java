package dev.payonce.order;

import jakarta.enterprise.event.Event;
import jakarta.inject.Singleton;
import jakarta.persistence.PostPersist;

/** Lets others know of each move of an order, whoever makes it. */
@Singleton
class MoveListener {

    private final Event<OrderMoved> moved;

    MoveListener(Event<OrderMoved> moved) {
        this.moved = moved;
    }

    @PostPersist
    void moved(OrderMove move) {
        moved.fire(new OrderMoved(move.orderId()));
    }
}
