package dev.payonce.testsupport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Many callers released by one barrier; looked at only after all have ended. */
public final class Race {

    private static final int PATIENCE_SECONDS = 60;

    private Race() {}

    /** The answers of {@code callers} calls at once, in the callers' order; fails unless at least two overlapped. */
    public static <T> List<T> run(int callers, IntFunction<Callable<T>> call) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        CyclicBarrier barrier = new CyclicBarrier(callers);
        Overlap overlap = new Overlap();
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int caller = 0; caller < callers; caller++) {
                Callable<T> theirs = call.apply(caller);
                running.add(threads.submit(() -> {
                    barrier.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    return overlap.watch(theirs);
                }));
            }
            List<T> answers = new ArrayList<>();
            for (Future<T> answer : running) {
                answers.add(answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
            }
            overlap.prove();
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private static final class Overlap {

        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        <T> T watch(Callable<T> call) throws Exception {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            try {
                return call.call();
            } finally {
                inside.decrementAndGet();
            }
        }

        void prove() {
            if (most.get() < 2) {
                throw new AssertionError("the callers came one after the other: this was no race");
            }
        }
    }
}
