package dev.payonce.buffer;

import dev.payonce.value.Stopwatch;
import java.time.Duration;

/** A pause after a failure, so that a store that is away is not asked in vain again and again. */
final class Rest {

    private final Duration length;
    private volatile Stopwatch running;

    Rest(Duration length) {
        this.length = length;
    }

    void begin() {
        running = Stopwatch.start();
    }

    boolean isOver() {
        Stopwatch since = running;
        return since == null || since.isPast(length);
    }
}
