package dev.payonce.lab;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The lab's own threads, one for each caller of the one run that there can be: those who pay keep theirs. */
@ApplicationScoped
class LabThreads {

    /** The run itself, and workers of the pattern. */
    private static final int BESIDE_CALLERS = 8;

    private static final int IDLE_SECONDS = 10;

    private final ExecutorService threads;
    private final AtomicInteger number = new AtomicInteger();

    LabThreads(LabConfig config) {
        this.threads = new ThreadPoolExecutor(
                0,
                config.maxCallers() + BESIDE_CALLERS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                this::daemon);
    }

    private Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "lab-" + number.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    ExecutorService executor() {
        return threads;
    }

    @PreDestroy
    void stop() {
        threads.shutdownNow();
    }
}
