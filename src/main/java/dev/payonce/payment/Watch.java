package dev.payonce.payment;

import jakarta.persistence.Embeddable;
import java.time.Duration;
import java.time.Instant;

/** When the gateway is to be asked about a payment or a refund, and how often it has been. All times are MySQL's. */
@Embeddable
public class Watch {

    /** Null when nothing is left to ask. */
    private Instant nextCheckAt;

    private int checks;

    public void askAt(Instant when) {
        nextCheckAt = when;
    }

    /** Somebody asks now: the next time is later. */
    public void asked(Instant now, Duration untilNext) {
        checks++;
        nextCheckAt = now.plus(untilNext);
    }

    /** Once more, unless the last time to ask is over. */
    public void goOn(Instant now, Duration untilNext, Instant last) {
        nextCheckAt = last.isBefore(now) ? null : now.plus(untilNext);
    }

    public void end() {
        nextCheckAt = null;
    }

    public boolean isDue(Instant now) {
        return nextCheckAt != null && !nextCheckAt.isAfter(now);
    }

    public Instant nextCheckAt() {
        return nextCheckAt;
    }

    public int checks() {
        return checks;
    }
}
