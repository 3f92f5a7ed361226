package dev.payonce.value;

import java.time.Duration;

/** How long something has taken on this instance, by the one clock that nobody sets. Never for deadlines that others share. */
public record Stopwatch(long startNanos) {

    public static Stopwatch start() {
        return new Stopwatch(System.nanoTime());
    }

    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    public boolean isPast(Duration limit) {
        return System.nanoTime() - startNanos >= limit.toNanos();
    }
}
