package dev.payonce.events;

import dev.payonce.order.OutboxEvent;
import dev.payonce.store.StoreFault;
import dev.payonce.value.DeliveryId;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.annotations.Formula;

/** What one receiver is to be told, and how far that has come. All times are MySQL's. */
@Entity
@Table(name = "event_delivery")
class Delivery {

    /** For one that waits for an earlier event which is due, too, but held by another instance. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    @Id
    private long id;

    private String receiver;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "event_id")
    private OutboxEvent event;

    private long orderId;
    private long seq;

    @Convert(converter = DeliveryStatus.Column.class)
    private DeliveryStatus status;

    /** How often it was told or tried, ever: also proves who holds it, for each taker counts on. */
    private int attempts;

    /** The same since {@link #since}: pauses grow with it. */
    private int tries;

    /** Since when it is being tried. */
    private Instant since;

    /** Nobody takes it before; while it is being told, the end of the lease. */
    private Instant dueAt;

    /** Null while nobody tells it. */
    private Instant leaseUntil;

    /** How the last attempt went; null before the first. */
    private String result;

    private Instant createdAt;
    private Instant endedAt;

    /** MySQL's clock when this row was read. */
    @Formula("utc_timestamp(6)")
    private Instant readAt;

    protected Delivery() {}

    Delivery(OutboxEvent event, Address address) {
        this.id = DeliveryId.next().value();
        this.receiver = address.receiver();
        this.event = event;
        this.orderId = event.orderId().value();
        this.seq = event.seq();
        this.status = DeliveryStatus.PENDING;
        this.createdAt = event.createdAt();
        this.since = event.createdAt();
        this.dueAt = event.createdAt();
    }

    /**
     * This delivery, for somebody who is going to change it.
     *
     * @throws StoreFault if a newer version of the service has written it in a way that this one does not know
     */
    Delivery recognized() {
        if (status == DeliveryStatus.UNRECOGNIZED) {
            throw StoreFault.ofNewerVersion(id().toString());
        }
        return this;
    }

    /** A flush would write UNRECOGNIZED over the value of a newer version. */
    @PreUpdate
    void refuseUpdateIfUnrecognized() {
        recognized();
    }

    /** Somebody tells it now; after the lease somebody else may. */
    void take(Duration lease) {
        attempts++;
        tries++;
        leaseUntil = readAt.plus(lease);
        dueAt = leaseUntil;
    }

    /** An earlier event of its order has to be told first; whoever ends that one lets this one go at once. */
    void waitFor(Delivery earlier) {
        Instant soon = readAt.plus(LOOK_AGAIN);
        dueAt = earlier.dueAt.isAfter(soon) ? earlier.dueAt : soon;
    }

    /** Whether that attempt is still the one that holds it, so that its result counts: once, though it be kept again. */
    boolean isHeldBy(int attempt) {
        return status == DeliveryStatus.PENDING && attempts == attempt && leaseUntil != null;
    }

    void delivered(String how) {
        end(DeliveryStatus.DELIVERED, how);
    }

    void giveUp(String why) {
        end(DeliveryStatus.FAILED, why);
    }

    private void end(DeliveryStatus end, String how) {
        status = end;
        result = how;
        leaseUntil = null;
        endedAt = readAt;
    }

    /** Tried again after the pause, a last time when {@code giveUpAfter} is over, and then given up. */
    void notTold(String why, Pace pace, double jitter) {
        Instant last = pace.giveUpAfter().map(since::plus).orElse(Instant.MAX);
        if (!readAt.isBefore(last)) {
            giveUp(why);
            return;
        }
        Instant next = readAt.plus(pace.pauseAfter(tries, jitter));
        dueAt = next.isBefore(last) ? next : last;
        leaseUntil = null;
        result = why;
    }

    /** As if it had just happened; what is being told at this moment is left to that attempt. */
    void sendAgain() {
        if (status == DeliveryStatus.PENDING && isBeingTold()) {
            return;
        }
        status = DeliveryStatus.PENDING;
        tries = 0;
        since = readAt;
        dueAt = readAt;
        endedAt = null;
    }

    private boolean isBeingTold() {
        return leaseUntil != null && readAt.isBefore(leaseUntil);
    }

    DeliveryId id() {
        return new DeliveryId(id);
    }

    String receiver() {
        return receiver;
    }

    OutboxEvent event() {
        return event;
    }

    long orderId() {
        return orderId;
    }

    long seq() {
        return seq;
    }

    DeliveryStatus status() {
        return status;
    }

    int attempts() {
        return attempts;
    }

    /** Null while it is being told, and after its end. */
    Instant nextAttemptAt() {
        return status == DeliveryStatus.PENDING && !isBeingTold() ? dueAt : null;
    }

    Instant createdAt() {
        return createdAt;
    }

    /** MySQL's time at the moment this delivery was read. */
    Instant readAt() {
        return readAt;
    }

    Instant endedAt() {
        return endedAt;
    }
}
