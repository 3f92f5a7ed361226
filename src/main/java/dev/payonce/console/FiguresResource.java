package dev.payonce.console;

import dev.payonce.value.Stopwatch;
import dev.payonce.web.Caller;
import dev.payonce.web.EventStreams;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.time.Duration;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** {@code GET /console/figures}: Server-Sent Events, figures at once and then at an interval. */
@Path("/console/figures")
class FiguresResource {

    private final LiveFigures figures;
    private final Watchers watchers;
    private final ConsoleConfig config;
    private final Problems problems;
    private final Caller caller;
    private final EventStreams streams;
    private final Sse sse;

    FiguresResource(
            LiveFigures figures,
            Watchers watchers,
            ConsoleConfig config,
            Problems problems,
            Caller caller,
            EventStreams streams,
            Sse sse) {
        this.figures = figures;
        this.watchers = watchers;
        this.config = config;
        this.problems = problems;
        this.caller = caller;
        this.streams = streams;
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
        Multi<String> all = Multi.createBy()
                .concatenating()
                .streams(figures.next().toMulti(), onAndOn(streams.longest(caller, config.maxAge())));
        return streams.ending(all, request, config.maxAge().plus(EventStreams.RETRY), watchers::leave)
                .map(this::event);
    }

    private Multi<String> onAndOn(Duration longest) {
        Stopwatch age = Stopwatch.start();
        return Multi.createBy()
                .repeating()
                .uni(() -> Uni.createFrom()
                        .voidItem()
                        .onItem()
                        .delayIt()
                        .by(config.every())
                        .chain(figures::next))
                .whilst(sent -> !watchers.isClosing() && !age.isPast(longest));
    }

    private OutboundSseEvent event(String json) {
        return sse.newEventBuilder()
                .name("figures")
                .reconnectDelay(EventStreams.RETRY.toMillis())
                .data(json)
                .build();
    }

    @ServerExceptionMapper
    RestResponse<Object> refused(TooManyWatchers fault) {
        return problems.answer(ProblemType.OVERLOADED, ProblemType.OVERLOADED.remedy());
    }
}
