package dev.payonce.lab;

import dev.payonce.value.Stopwatch;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A thread of the lab waits. */
final class Pause {

    private Pause() {}

    /** @throws Died when the run is broken off meanwhile */
    static void of(Duration length) {
        Stopwatch pause = Stopwatch.start();
        while (!pause.isPast(length)) {
            LockSupport.parkNanos(length.minus(pause.elapsed()).toNanos());
            if (Thread.currentThread().isInterrupted()) {
                throw new Died();
            }
        }
    }
}
