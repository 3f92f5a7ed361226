package dev.payonce.events;

import dev.payonce.order.OutboxEvent;
import dev.payonce.value.EventId;
import dev.payonce.value.OrderId;
import java.time.Instant;

/**
 * An event on its way to a receiver.
 *
 * @param id stays the same however often it is told: receivers know repeats by it
 * @param order events of one order are told in order, so this is the key for brokers that keep order by key
 * @param type such as {@code order.paid}
 * @param data JSON: the order, payment or refund as its {@code GET} shows it, as of this event
 */
public record OutgoingEvent(EventId id, OrderId order, String type, Instant createdAt, String data) {

    static OutgoingEvent of(OutboxEvent event) {
        return new OutgoingEvent(event.id(), event.orderId(), event.type(), event.createdAt(), event.data());
    }

    /** The envelope, the same for every receiver and every time: {@code {id, type, createdAt, data}}. */
    public String json() {
        return "{\"id\":\"%s\",\"type\":\"%s\",\"createdAt\":\"%s\",\"data\":%s}".formatted(id, type, createdAt, data);
    }
}
