package dev.payonce.payment;

import jakarta.persistence.Embeddable;
import java.time.Instant;

/**
 * The calls of the gateway for one payment or refund that may have arrived. Each is written down before it begins, by
 * MySQL's clock. While there is another one, the refusal of one does not settle anything.
 */
@Embeddable
public class Calls {

    private int sends;

    /** When the last one began; null if there is none. */
    private Instant sentAt;

    public void begin(Instant now) {
        sends++;
        sentAt = now;
    }

    /** The same when no earlier one can arrive any more. */
    public void beginAlone(Instant now) {
        sends = 1;
        sentAt = now;
    }

    /**
     * One certainly did nothing: what is known is as before it, unless another one has begun since.
     *
     * @param at when it began
     * @param before when the one before it began, or null
     */
    public void wasInVain(Instant at, Instant before) {
        if (at.equals(sentAt)) {
            sends--;
            sentAt = sends == 0 ? null : before;
        }
    }

    public boolean isNone() {
        return sends == 0;
    }

    public boolean isOne() {
        return sends == 1;
    }

    /** Whether there is no other one than that which began then. */
    public boolean isOnly(Instant at) {
        return isOne() && at.equals(sentAt);
    }

    public Instant lastAt() {
        return sentAt;
    }
}
