package dev.payonce.console;

import dev.payonce.value.Stopwatch;
import dev.payonce.web.Caller;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** {@code GET /console/figures}: Server-Sent Events, figures at once and then at an interval. */
@Path("/console/figures")
class FiguresResource {

    private static final Duration RETRY = Duration.ofSeconds(2);

    private final LiveFigures figures;
    private final Watchers watchers;
    private final ConsoleConfig config;
    private final Problems problems;
    private final Caller caller;
    private final Clock clock;
    private final Vertx vertx;
    private final Sse sse;

    FiguresResource(
            LiveFigures figures,
            Watchers watchers,
            ConsoleConfig config,
            Problems problems,
            Caller caller,
            Clock clock,
            Vertx vertx,
            Sse sse) {
        this.figures = figures;
        this.watchers = watchers;
        this.config = config;
        this.problems = problems;
        this.caller = caller;
        this.clock = clock;
        this.vertx = vertx;
        this.sse = sse;
    }

    @GET
    @NonBlocking
    @RolesAllowed(Role.OPERATOR)
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<OutboundSseEvent> figures(RoutingContext request) {
        if (!watchers.enter()) {
            throw new TooManyWatchers();
        }
        request.response().putHeader("X-Accel-Buffering", "no");
        Runnable close = closing(request);
        Stopwatch age = Stopwatch.start();
        Duration longest = signedIn();
        Multi<OutboundSseEvent> onAndOn = Multi.createBy()
                .repeating()
                .uni(() -> Uni.createFrom()
                        .voidItem()
                        .onItem()
                        .delayIt()
                        .by(config.every())
                        .chain(figures::next))
                .whilst(sent -> !watchers.isClosing() && !age.isPast(longest))
                .map(this::event);
        return Multi.createBy()
                .concatenating()
                .streams(figures.next().map(this::event).toMulti(), onAndOn)
                .onTermination()
                .invoke(close);
    }

    /** Gives the place back, once, whoever ends the stream; a client that is gone before it begins included. */
    private Runnable closing(RoutingContext request) {
        // a client that does not read takes no more events, so that the stream does not notice how old it is
        long stalled = vertx.setTimer(config.maxAge().plus(RETRY).toMillis(), late -> request.response()
                .reset());
        AtomicBoolean left = new AtomicBoolean();
        Runnable close = () -> {
            vertx.cancelTimer(stalled);
            if (!left.getAndSet(true)) {
                watchers.leave();
            }
        };
        request.addEndHandler(ended -> close.run());
        if (request.response().closed()) {
            close.run();
        }
        return close;
    }

    /** A stream does not outlive its sign-in. */
    private Duration signedIn() {
        Duration left = Duration.between(clock.instant(), caller.validUntil());
        return left.compareTo(config.maxAge()) < 0 ? left : config.maxAge();
    }

    private OutboundSseEvent event(String json) {
        return sse.newEventBuilder()
                .name("figures")
                .reconnectDelay(RETRY.toMillis())
                .data(json)
                .build();
    }

    @ServerExceptionMapper
    RestResponse<Object> refused(TooManyWatchers fault) {
        return problems.answer(ProblemType.OVERLOADED, ProblemType.OVERLOADED.remedy());
    }
}
