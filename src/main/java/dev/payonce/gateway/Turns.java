package dev.payonce.gateway;

import io.smallrye.faulttolerance.api.TypedGuard;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.util.TypeLiteral;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;

/** Lets so many payments and refunds of this instance be at work at once, and so many wait; nobody waits on a thread. */
@ApplicationScoped
public class Turns {

    private final TypedGuard<Uni<Object>> guard;

    Turns(GatewayConfig config) {
        this.guard = TypedGuard.create(new TypeLiteral<Uni<Object>>() {})
                .withDescription("payments and refunds at work")
                .withBulkhead()
                .limit(config.maxConcurrent())
                .queueSize(config.maxWaiting())
                .done()
                .withThreadOffload(false)
                .build();
    }

    /** Does the work when it is its turn, or ends in a fault of which {@link #isFull} is true at once. */
    @SuppressWarnings("unchecked") // what comes out is what the work put in
    public <T> Uni<T> take(Supplier<Uni<T>> work) {
        return Uni.createFrom()
                .deferred(() -> guard.get(() -> work.get().map(item -> (Object) item)))
                .map(item -> (T) item);
    }

    public static boolean isFull(Throwable fault) {
        return fault instanceof BulkheadException;
    }
}
