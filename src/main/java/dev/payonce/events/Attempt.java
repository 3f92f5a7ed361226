package dev.payonce.events;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;

/** One time that a delivery was told or tried. */
@Entity
@Table(name = "event_attempt")
@IdClass(Attempt.Key.class)
class Attempt {

    @Id
    private long deliveryId;

    @Id
    private int attempt;

    private Instant at;
    private String result;
    private int millis;

    protected Attempt() {}

    /** @param end MySQL's time when it had ended */
    Attempt(Task task, String result, Duration took, Instant end) {
        this.deliveryId = task.id().value();
        this.attempt = task.attempt();
        this.at = end.minus(took);
        this.result = result;
        this.millis = (int) took.toMillis();
    }

    long deliveryId() {
        return deliveryId;
    }

    DeliveryLog.Attempt view() {
        return new DeliveryLog.Attempt(attempt, at, result, millis);
    }

    record Key(long deliveryId, int attempt) {}
}
