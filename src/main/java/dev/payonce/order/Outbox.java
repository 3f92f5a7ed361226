package dev.payonce.order;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.value.OrderId;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Instant;

/** Takes down what happened to an order, in the transaction that makes it happen: told exactly when it is true. */
@ApplicationScoped
public class Outbox {

    private final EntityManager store;
    private final ObjectMapper json;

    Outbox(EntityManager store, ObjectMapper json) {
        this.store = store;
        this.json = json;
    }

    /**
     * @param type such as {@code order.paid}
     * @param data written as JSON
     */
    public void add(OrderId order, String type, Object data, Instant at) {
        try {
            store.persist(new OutboxEvent(order, type, json.writeValueAsString(data), at));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("event data of " + type + " cannot be written as JSON", impossible);
        }
    }
}
