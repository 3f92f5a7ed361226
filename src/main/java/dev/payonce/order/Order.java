package dev.payonce.order;

import dev.payonce.store.StoreFault;
import dev.payonce.value.ExactText;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import jakarta.persistence.CascadeType;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Convert;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.hibernate.annotations.BatchSize;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.OptimisticLock;

/** An order that can be paid once. Its state changes only by the verbs below, each of which leaves a history row. */
@Entity
@Table(name = "orders")
public class Order {

    @Id
    private long id;

    @Version
    private int version;

    @Convert(converter = ExactText.class)
    private String customerId;

    private long amount;
    private String currency;
    private String description;

    @Convert(converter = OrderStatus.Column.class)
    private OrderStatus status;

    private Instant createdAt;
    private Instant expiresAt;
    private Instant paidAt;

    /** MySQL's clock when this row was read: it decides deadlines, for instances' own clocks differ. */
    @Formula("utc_timestamp(6)")
    private Instant readAt;

    @ElementCollection
    @CollectionTable(name = "order_item", joinColumns = @JoinColumn(name = "order_id"))
    @OrderColumn(name = "line")
    @BatchSize(size = 100)
    private List<OrderItem> items = new ArrayList<>();

    /** Known without reading the items: most payments need no more. */
    private int itemCount;

    /** Goods that no item names, taken by a message. No change of what callers see of the order. */
    @OptimisticLock(excluded = true)
    private boolean goodsByMessage;

    /** A move counts as a change of the order even where all its fields stay: the second partial refund is one. */
    @OneToMany(mappedBy = "order", cascade = CascadeType.PERSIST)
    @OptimisticLock(excluded = false)
    private List<OrderMove> history = new ArrayList<>();

    protected Order() {}

    /** A new order at {@code now}, which is MySQL's time; it can be paid for {@code lifetime}. */
    Order(Draft draft, Instant now, Duration lifetime) {
        this.id = OrderId.next().value();
        this.customerId = draft.customerId();
        this.amount = draft.price().amount();
        this.currency = draft.price().currency();
        this.description = draft.description();
        this.items.addAll(draft.items());
        this.itemCount = items.size();
        this.createdAt = now;
        this.expiresAt = now.plus(lifetime);
        this.readAt = now;
        this.status = OrderStatus.PENDING;
        history.add(new OrderMove(this, 0, null, status, draft.actor(), "created", now));
    }

    /**
     * This order, for somebody who is going to change it.
     *
     * @throws StoreFault if a newer version of the service has brought it into a state that this one does not know
     */
    public Order recognized() {
        if (status == OrderStatus.UNRECOGNIZED) {
            throw StoreFault.ofNewerVersion(id().toString());
        }
        return this;
    }

    /** A flush would write UNRECOGNIZED over the value of a newer version. */
    @PreUpdate
    void refuseUpdateIfUnrecognized() {
        recognized();
    }

    /** Whether a payment may start now. */
    public boolean payable() {
        return status.awaitsPayment() && !pastEnd();
    }

    public void startPayment(String actor) {
        moveTo(OrderStatus.PROCESSING, actor, "payment started");
    }

    public void markPaid(String actor, String reason) {
        moveTo(OrderStatus.PAID, actor, reason);
        paidAt = readAt;
    }

    public void reopen(String actor, String reason) {
        moveTo(OrderStatus.PAYMENT_FAILED, actor, reason);
    }

    /** @param completely whether nothing is left of what was paid */
    public void refund(boolean completely, String actor, String reason) {
        moveTo(completely ? OrderStatus.REFUNDED : OrderStatus.PARTIALLY_REFUNDED, actor, reason);
    }

    void cancel(String actor) {
        moveTo(OrderStatus.CANCELLED, actor, "cancelled");
    }

    void expire(String actor) {
        moveTo(OrderStatus.EXPIRED, actor, "not paid in time");
    }

    /**
     * Changes the price of an order that is not made of items, so that tokens issued for the old one are void, or the
     * description. What changes nothing leaves no trace.
     */
    void amend(Money price, String newDescription, String actor) {
        if (price.equals(price()) && Objects.equals(newDescription, description)) {
            return;
        }
        amount = price.amount();
        currency = price.currency();
        description = newDescription;
        record(status, actor, "amended");
    }

    /** Goods are taken for an order that names none: from now on they go its way. */
    public void takeGoods() {
        goodsByMessage = true;
    }

    private void moveTo(OrderStatus next, String actor, String reason) {
        if (!status.mayBecome(next)) {
            throw new IllegalStateException("order " + id() + " cannot go from " + status + " to " + next);
        }
        record(next, actor, reason);
        status = next;
    }

    private void record(OrderStatus next, String actor, String reason) {
        history.add(new OrderMove(this, version + 1, status, next, actor, reason, readAt));
    }

    public OrderId id() {
        return new OrderId(id);
    }

    public String customerId() {
        return customerId;
    }

    public Money price() {
        return new Money(amount, currency);
    }

    /** The state as callers see it: an order past its end is expired whether or not the job has come by. */
    public OrderStatus status() {
        return status.awaitsPayment() && pastEnd() ? OrderStatus.EXPIRED : status;
    }

    /** Whether nothing can happen to it any more. */
    public boolean isAtItsEnd() {
        return status.isEnd();
    }

    public Instant expiresAt() {
        return expiresAt;
    }

    /** MySQL's time at the moment this order was read. */
    public Instant readAt() {
        return readAt;
    }

    int version() {
        return version;
    }

    String description() {
        return description;
    }

    public List<OrderItem> items() {
        return List.copyOf(items);
    }

    public boolean isMadeOfItems() {
        return itemCount > 0;
    }

    /** Whether goods may be held for it or sold with it. */
    public boolean hasGoods() {
        return isMadeOfItems() || goodsByMessage;
    }

    Instant createdAt() {
        return createdAt;
    }

    Instant paidAt() {
        return paidAt;
    }

    private boolean pastEnd() {
        return !readAt.isBefore(expiresAt);
    }
}
