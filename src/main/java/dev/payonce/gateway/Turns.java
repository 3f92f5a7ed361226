package dev.payonce.gateway;

import io.smallrye.faulttolerance.api.TypedGuard;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Inject;
import java.util.function.Supplier;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;

/**
 * Lets so much of this instance's work be at the gateway at once, and so much wait; nobody waits on a thread. Callers and
 * background work (payments accepted for later, recovery) have a queue each. The heads of both meet in a third one, which
 * serves whoever came first: neither can keep the other away. Whoever has a turn must not take another one.
 */
@ApplicationScoped
public class Turns {

    private final TypedGuard<Uni<Object>> callers;
    private final TypedGuard<Uni<Object>> background;
    private final TypedGuard<Uni<Object>> all;

    @Inject
    Turns(GatewayConfig config) {
        this(config.maxConcurrent(), config.maxBackground(), config.maxWaiting());
    }

    Turns(int maxConcurrent, int maxBackground, int maxWaiting) {
        this.callers = guard("callers", maxConcurrent, maxWaiting);
        this.background = guard("background", maxBackground, maxWaiting);
        // never full: the two before it let no more in
        this.all = guard("gateway", maxConcurrent, maxConcurrent + maxBackground);
    }

    private static TypedGuard<Uni<Object>> guard(String description, int limit, int queue) {
        return TypedGuard.create(new TypeLiteral<Uni<Object>>() {})
                .withDescription("turns: " + description)
                .withBulkhead()
                .limit(limit)
                .queueSize(queue)
                .done()
                .withThreadOffload(false)
                .build();
    }

    /** Does the work of a caller who waits when it is its turn, or ends in a fault of which {@link #isFull} is true at once. */
    public <T> Uni<T> take(Supplier<Uni<T>> work) {
        return pass(callers, () -> pass(all, work));
    }

    /** The same for work that no caller waits for: less of it may be at the gateway at once. */
    public <T> Uni<T> takeInBackground(Supplier<Uni<T>> work) {
        return pass(background, () -> pass(all, work));
    }

    @SuppressWarnings("unchecked") // what comes out is what the work put in
    private static <T> Uni<T> pass(TypedGuard<Uni<Object>> guard, Supplier<Uni<T>> work) {
        return Uni.createFrom()
                .deferred(() -> guard.get(() -> work.get().map(item -> (Object) item)))
                .map(item -> (T) item);
    }

    public static boolean isFull(Throwable fault) {
        return fault instanceof BulkheadException;
    }
}
