package dev.payonce.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.smallrye.faulttolerance.api.Guard;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/** Times the work in MySQL, and spares callers a MySQL that does not answer: they would only wait for their time-outs. */
@ApplicationScoped
class MySqlGate {

    private static final double FAILURES_THAT_OPEN = 0.5;

    private final MeterRegistry meters;
    private final Guard guard;

    MySqlGate(StoreConfig config, MeterRegistry meters) {
        this.meters = meters;
        this.guard = Guard.create()
                .withDescription("mysql")
                .withCircuitBreaker()
                .when(MySqlGate::isUnreachable)
                .requestVolumeThreshold(config.breakerVolume())
                .failureRatio(FAILURES_THAT_OPEN)
                .delay(config.breakerDelay().toMillis(), ChronoUnit.MILLIS)
                .done()
                .build();
    }

    /** @throws StoreFault as the work throws it, or without trying */
    <T> T pass(String operation, Supplier<T> work) {
        AtomicReference<T> result = new AtomicReference<>();
        Timer.Sample sample = Timer.start(meters);
        try {
            guard.get(() -> keep(result, work), Boolean.class);
        } catch (CircuitBreakerOpenException spared) {
            throw new StoreFault(StoreFault.Kind.UNREACHABLE, false, spared);
        } finally {
            sample.stop(meters.timer("payonce.store", "store", "mysql", "operation", operation));
        }
        return result.get();
    }

    private static <T> boolean keep(AtomicReference<T> result, Supplier<T> work) {
        result.set(work.get());
        return true;
    }

    private static boolean isUnreachable(Throwable failure) {
        return failure instanceof StoreFault fault && fault.kind() == StoreFault.Kind.UNREACHABLE;
    }
}
