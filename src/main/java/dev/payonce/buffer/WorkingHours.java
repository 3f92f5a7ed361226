package dev.payonce.buffer;

import dev.payonce.gateway.GatewayConfig;
import dev.payonce.value.Stopwatch;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The workers begin with the service. When it is told to stop they send nothing more, and it waits for what they have sent. */
@ApplicationScoped
class WorkingHours {

    /** For the outcome to be stored after the gateway's answer. */
    private static final Duration SETTLING = Duration.ofSeconds(1);

    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final Workers workers;
    private final Duration patience;
    private Stopwatch stopping;

    WorkingHours(Workers workers, GatewayConfig config) {
        this.workers = workers;
        this.patience = config.timeout().plus(SETTLING);
    }

    void begin(@Observes StartupEvent start) {
        workers.begin();
    }

    /** Not fired where no delay is configured. */
    void end(@Observes ShutdownDelayInitiatedEvent delay) {
        stop();
    }

    void end(@Observes ShutdownEvent shutdown) {
        stop();
        while (!workers.areIdle() && !stopping.isPast(patience)) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    private void stop() {
        if (stopping == null) {
            stopping = Stopwatch.start();
            workers.stop();
        }
    }
}
