package dev.payonce.messaging;

import dev.payonce.value.Stopwatch;
import io.quarkus.logging.Log;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps one consumer alive on a thread of its own: when a session breaks, for whatever reason, it begins another one. */
final class Supervisor {

    /** Connects and consumes until told to stop; a session that breaks throws. */
    interface Session {
        void run(Supervisor supervisor) throws Exception;
    }

    private final String name;
    private final MessagingConfig config;
    private final Session session;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private Thread thread;
    private int failures;

    /** Since when it does not consume; null while it does. */
    private volatile Stopwatch silence = Stopwatch.start();

    Supervisor(String name, MessagingConfig config, Session session) {
        this.name = name;
        this.config = config;
        this.session = session;
    }

    void start() {
        thread = new Thread(this::supervise, "messages-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void supervise() {
        while (!isStopping()) {
            try {
                session.run(this);
            } catch (Exception | Error broken) { // whatever it was, a consumer that is gone must come back or be missed
                failures++;
                Log.warnf("The consumer of %s broke off and begins again: %s", name, broken);
            } finally {
                silent();
            }
            awaitStop(config.pause(Math.max(failures, 1)));
        }
    }

    /** The broker has no consumer of ours, or does not answer it. */
    void silent() {
        if (silence == null) {
            silence = Stopwatch.start();
        }
    }

    /** The broker has a consumer of ours. */
    void consuming() {
        silence = null;
        failures = 0;
    }

    boolean isSilentFor(Duration limit) {
        Stopwatch since = silence;
        return since != null && since.isPast(limit);
    }

    boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Waits; true when told to stop. */
    boolean awaitStop(Duration limit) {
        try {
            return stopping.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    void stop() {
        stopping.countDown();
    }

    void awaitEnd(Duration limit) {
        if (thread == null) {
            return;
        }
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
