package dev.payonce.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Callers who do the same again and again for a while, each the next as soon as the last has ended. */
final class Crowd {

    /** One caller: what it does once. */
    interface Caller {

        /** @return whether there was anything left to do */
        boolean once() throws Exception;
    }

    private Crowd() {}

    static Measured run(List<Caller> callers, double seconds, Supplier<Use> use) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers.size());
        try {
            Use before = use.get();
            long start = System.nanoTime();
            long end = start + (long) (seconds * 1e9);
            List<Callable<long[]>> work = new ArrayList<>();
            callers.forEach(caller -> work.add(() -> repeat(caller, end)));
            List<long[]> times = new ArrayList<>();
            for (Future<long[]> one : threads.invokeAll(work)) {
                times.add(one.get());
            }
            double took = (System.nanoTime() - start) / 1e9;
            return Measured.of(joined(times), took, use.get().since(before));
        } finally {
            threads.shutdownNow();
        }
    }

    private static long[] repeat(Caller caller, long end) throws Exception {
        long[] times = new long[1024];
        int done = 0;
        for (long now = System.nanoTime(); now < end; ) {
            if (!caller.once()) {
                throw new IllegalStateException("the round ran out of orders: prepare more");
            }
            long then = System.nanoTime();
            times = done == times.length ? Arrays.copyOf(times, 2 * done) : times;
            times[done++] = then - now;
            now = then;
        }
        return Arrays.copyOf(times, done);
    }

    private static long[] joined(List<long[]> parts) {
        return parts.stream().flatMapToLong(Arrays::stream).toArray();
    }
}
