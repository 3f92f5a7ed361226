package dev.payonce.messaging;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** So many threads, each of which does what it is given in order: what has the same key goes by the same lane. */
final class Lanes {

    private final List<ExecutorService> lanes;

    Lanes(String name, int count) {
        lanes = IntStream.range(0, count)
                .mapToObj(lane -> Executors.newSingleThreadExecutor(work -> daemon(work, name + "-" + lane)))
                .toList();
    }

    static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** The queues have no bound of their own: the broker hands over no more than the binding's prefetch. */
    void run(String key, Runnable work) {
        lanes.get(Math.floorMod(key.hashCode(), lanes.size())).execute(work);
    }

    /** Ends when all that was given is done; waits at most so long. */
    void close(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        lanes.forEach(ExecutorService::shutdown);
        for (ExecutorService lane : lanes) {
            try {
                lane.awaitTermination(Math.max(end - System.nanoTime(), 0), TimeUnit.NANOSECONDS);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
