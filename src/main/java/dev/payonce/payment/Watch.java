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

    /**
     * Somebody asks now: the next time is later.
     *
     * @param closed when what is watched came to its end; null while it is open
     */
    public void asked(Instant now, Instant closed, RecoveryConfig recovery) {
        Duration untilNext = untilNext(now, closed, recovery);
        checks++;
        nextCheckAt = now.plus(untilNext);
    }

    /** Once more about what is closed, unless the time to watch it is over. */
    public void goOn(Instant now, Instant closed, RecoveryConfig recovery) {
        boolean over = closed.plus(recovery.lostWatch()).isBefore(now);
        nextCheckAt = over ? null : now.plus(untilNext(now, closed, recovery));
    }

    private Duration untilNext(Instant now, Instant closed, RecoveryConfig recovery) {
        return closed == null ? recovery.interval(checks) : recovery.watchInterval(Duration.between(closed, now));
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
