package dev.payonce.events;

import java.time.Duration;
import java.util.Optional;

/**
 * How fast, how long and how often receivers of one kind are told.
 *
 * @param atOnce deliveries of one receiver that an instance has at work at once
 * @param timeout of one attempt
 * @param lease how long a delivery is left to the instance that tells it; longer than the timeout
 * @param firstRetry the pause after the first attempt; each further one is {@code growth} times as long
 * @param maxRetry the longest pause
 * @param giveUpAfter counted from the event; empty for never
 * @param keepsLog whether each attempt is written down
 */
public record Pace(
        int atOnce,
        Duration timeout,
        Duration lease,
        Duration firstRetry,
        double growth,
        Duration maxRetry,
        Optional<Duration> giveUpAfter,
        boolean keepsLog) {

    public Pace {
        if (lease.compareTo(timeout) <= 0) {
            throw new IllegalArgumentException("a delivery's lease must be longer than its time-out");
        }
    }

    /**
     * The pause after so many tries in a row.
     *
     * @param jitter from 0 to 1: pauses are spread over the upper half, so that what failed together does not meet again
     */
    Duration pauseAfter(int tries, double jitter) {
        double full = firstRetry.toMillis() * Math.pow(growth, tries - 1.0);
        double bounded = Math.min(full, maxRetry.toMillis());
        return Duration.ofMillis((long) (bounded * (0.5 + jitter / 2)));
    }
}
