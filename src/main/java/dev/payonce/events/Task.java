package dev.payonce.events;

import dev.payonce.value.DeliveryId;

/**
 * A delivery that this instance has taken.
 *
 * @param attempt the one that this is, counted from 1
 */
record Task(DeliveryId id, int attempt, OutgoingEvent event) {

    static Task of(Delivery delivery) {
        return new Task(delivery.id(), delivery.attempts(), OutgoingEvent.of(delivery.event()));
    }
}
