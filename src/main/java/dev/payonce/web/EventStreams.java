package dev.payonce.web;

import io.smallrye.mutiny.Multi;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** What all streams of Server-Sent Events share: how soon a client comes back, how long it may stay, and its end. */
@ApplicationScoped
public class EventStreams {

    /** How soon a client that was cut off comes back. */
    public static final Duration RETRY = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final Clock clock;

    EventStreams(Vertx vertx, Clock clock) {
        this.vertx = vertx;
        this.clock = clock;
    }

    /** A stream does not outlive the sign-in that it was opened with. */
    public Duration longest(Caller caller, Duration maxAge) {
        Duration left = Duration.between(clock.instant(), caller.validUntil());
        return left.compareTo(maxAge) < 0 ? left : maxAge;
    }

    /**
     * The stream, and its end: once, whoever ends it; a client that is gone before it begins included.
     *
     * @param longest after which a client is cut off that does not read
     */
    public <T> Multi<T> ending(Multi<T> stream, RoutingContext request, Duration longest, Runnable end) {
        // who does not read takes no more events, so that the stream does not notice how old it is
        long stalled =
                vertx.setTimer(longest.toMillis(), late -> request.response().reset());
        AtomicBoolean ended = new AtomicBoolean();
        Runnable once = () -> {
            vertx.cancelTimer(stalled);
            if (!ended.getAndSet(true)) {
                end.run();
            }
        };
        request.response().putHeader("X-Accel-Buffering", "no");
        request.addEndHandler(closed -> once.run());
        if (request.response().closed()) {
            once.run();
        }
        return stream.onTermination().invoke(once);
    }
}
