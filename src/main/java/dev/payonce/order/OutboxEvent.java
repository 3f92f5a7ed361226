package dev.payonce.order;

import dev.payonce.value.EventId;
import dev.payonce.value.OrderId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** Something that happened to an order, kept in the transaction that did it until it has been told to the world. */
@Entity
@Table(name = "outbox_event")
public class OutboxEvent {

    @Id
    private long id;

    private long orderId;
    private String type;
    private String data;
    private Instant createdAt;

    protected OutboxEvent() {}

    /**
     * @param type such as {@code order.paid}
     * @param data the event's JSON
     */
    public OutboxEvent(OrderId order, String type, String data, Instant at) {
        this.id = EventId.next().value();
        this.orderId = order.value();
        this.type = type;
        this.data = data;
        this.createdAt = at;
    }
}
