package dev.payonce.order;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.value.OrderId;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import java.util.List;

/** Takes down what happened to an order, in the transaction that makes it happen: told exactly when it is true. */
@ApplicationScoped
public class Outbox {

    /** Every type of event that leaves this service. */
    public static final List<String> TYPES = List.of(
            "order.paid",
            "order.payment_failed",
            "order.cancelled",
            "order.expired",
            "refund.succeeded",
            "refund.failed");

    /** Events of these types do not always come with a move of the order. */
    private static final String REFUND = "refund.";

    private final EntityManager store;
    private final ObjectMapper json;
    private final Event<OutboxEvent> added;
    private final Event<OrderMoved> moved;

    Outbox(EntityManager store, ObjectMapper json, Event<OutboxEvent> added, Event<OrderMoved> moved) {
        this.store = store;
        this.json = json;
        this.added = added;
        this.moved = moved;
    }

    /**
     * To be called under the order's row lock, which puts the events of one order in order.
     *
     * @param type one of {@link #TYPES}
     * @param data written as JSON
     */
    public void add(OrderId order, String type, Object data, Instant at) {
        if (!TYPES.contains(type)) {
            throw new IllegalArgumentException(type + " is no type of event");
        }
        OutboxEvent event = new OutboxEvent(order, type, text(type, data), at);
        store.persist(event);
        added.fire(event);
        if (type.startsWith(REFUND)) {
            moved.fire(new OrderMoved(order));
        }
    }

    private String text(String type, Object data) {
        try {
            return json.writeValueAsString(data);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("event data of " + type + " cannot be written as JSON", impossible);
        }
    }
}
