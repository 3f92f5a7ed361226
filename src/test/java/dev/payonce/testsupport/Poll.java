package dev.payonce.testsupport;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something to become true by looking again and again, with a limit. */
public final class Poll {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private Poll() {}

    public static void until(BooleanSupplier condition) {
        until(LIMIT, condition);
    }

    public static void until(Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("did not become true within " + limit);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }
}
