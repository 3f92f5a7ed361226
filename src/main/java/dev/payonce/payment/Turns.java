package dev.payonce.payment;

import dev.payonce.gateway.GatewayConfig;
import io.smallrye.faulttolerance.api.TypedGuard;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.util.TypeLiteral;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;

/** Lets so many payments of this instance be at work at once, and so many wait; nobody waits on a thread. */
@ApplicationScoped
class Turns {

    private final TypedGuard<Uni<Standing>> guard;

    Turns(GatewayConfig config) {
        this.guard = TypedGuard.create(new TypeLiteral<Uni<Standing>>() {})
                .withDescription("payments at work")
                .withBulkhead()
                .limit(config.maxConcurrent())
                .queueSize(config.maxWaiting())
                .done()
                .withThreadOffload(false)
                .build();
    }

    /** Does the work when it is its turn, or ends in a fault of which {@link #isFull} is true at once. */
    Uni<Standing> take(Supplier<Uni<Standing>> work) {
        return Uni.createFrom().deferred(() -> guard.get(work));
    }

    static boolean isFull(Throwable fault) {
        return fault instanceof BulkheadException;
    }
}
