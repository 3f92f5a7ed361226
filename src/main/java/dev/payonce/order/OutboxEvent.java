package dev.payonce.order;

import dev.payonce.value.EventId;
import dev.payonce.value.OrderId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/**
 * Something that happened to an order, kept in the transaction that did it until it has been told to the world: once that has
 * committed, by {@code events.Relay}.
 */
@Entity
@Table(name = "outbox_event")
public class OutboxEvent {

    @Id
    private long id;

    private long orderId;
    private String type;
    private String data;
    private Instant createdAt;

    /** Given by MySQL under the order's row lock; not known to the transaction that writes the event. */
    @Column(insertable = false, updatable = false)
    private long seq;

    /** Whether everyone who is to be told is written down. */
    private boolean addressed;

    protected OutboxEvent() {}

    /**
     * @param type such as {@code order.paid}
     * @param data the event's JSON
     */
    OutboxEvent(OrderId order, String type, String data, Instant at) {
        this.id = EventId.next().value();
        this.orderId = order.value();
        this.type = type;
        this.data = data;
        this.createdAt = at;
    }

    public EventId id() {
        return new EventId(id);
    }

    public OrderId orderId() {
        return new OrderId(orderId);
    }

    public String type() {
        return type;
    }

    /** JSON: the order, payment or refund as its {@code GET} shows it, as of this event. */
    public String data() {
        return data;
    }

    public Instant createdAt() {
        return createdAt;
    }

    /** Orders the events of one order. */
    public long seq() {
        return seq;
    }
}
