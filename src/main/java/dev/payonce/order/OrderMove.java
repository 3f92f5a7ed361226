package dev.payonce.order;

import dev.payonce.value.ExactText;
import dev.payonce.value.OrderId;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;

/** One row of an order's history: the move that gave it this version. */
@Entity
@Table(name = "order_history")
@IdClass(OrderMove.Key.class)
@EntityListeners(MoveListener.class)
public class OrderMove {

    @Id
    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "order_id")
    private Order order;

    @Id
    private int version;

    @Convert(converter = OrderStatus.Column.class)
    private OrderStatus fromStatus;

    @Convert(converter = OrderStatus.Column.class)
    private OrderStatus toStatus;

    @Convert(converter = ExactText.class)
    private String actor;

    private String reason;
    private Instant at;

    protected OrderMove() {}

    OrderMove(Order order, int version, OrderStatus from, OrderStatus to, String actor, String reason, Instant at) {
        this.order = order;
        this.version = version;
        this.fromStatus = from;
        this.toStatus = to;
        this.actor = actor;
        this.reason = reason;
        this.at = at;
    }

    OrderId orderId() {
        return order.id();
    }

    View view() {
        return new View(at, fromStatus, toStatus, version, actor, reason);
    }

    /**
     * A move as callers see it.
     *
     * @param from null for the order's beginning; the same as {@code to} where something else changed
     */
    public record View(Instant at, OrderStatus from, OrderStatus to, int version, String actor, String reason) {}

    record Key(long order, int version) {}
}
