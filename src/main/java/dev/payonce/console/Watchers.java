package dev.payonce.console;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** How many consoles are open on this instance, within the limit. */
@ApplicationScoped
class Watchers {

    private final int limit;
    private int open;
    private volatile boolean closing;

    Watchers(ConsoleConfig config, MeterRegistry meters) {
        this.limit = config.maxStreams();
        meters.gauge("payonce.console.streams", this, Watchers::count);
    }

    /** Whether one more is let in; then it has to {@link #leave}, once. */
    synchronized boolean enter() {
        if (closing || open >= limit) {
            return false;
        }
        open++;
        return true;
    }

    synchronized void leave() {
        open--;
    }

    synchronized int count() {
        return open;
    }

    /** An open stream would keep the service from stopping: each ends with its next figures. */
    void close(@Observes ShutdownDelayInitiatedEvent event) {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }
}
