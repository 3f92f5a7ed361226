package dev.payonce.stream;

import dev.payonce.value.OrderId;
import dev.payonce.web.Caller;
import dev.payonce.web.EventStreams;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Multi;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import java.time.Duration;
import java.util.List;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** {@code GET /orders/{id}/events}: Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
@Path("/orders/{id}/events")
class OrderEventsResource {

    private static final String POSITION = "Last-Event-ID";

    private final OpenStream openStream;
    private final StreamsHere open;
    private final StreamConfig config;
    private final Problems problems;
    private final Caller caller;
    private final EventStreams streams;
    private final Sse sse;

    OrderEventsResource(
            OpenStream openStream,
            StreamsHere open,
            StreamConfig config,
            Problems problems,
            Caller caller,
            EventStreams streams,
            Sse sse) {
        this.openStream = openStream;
        this.open = open;
        this.config = config;
        this.problems = problems;
        this.caller = caller;
        this.streams = streams;
        this.sse = sse;
    }

    /** On a worker for as long as it takes to open the stream, for afterwards its status has been sent. */
    @GET
    @Blocking
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR})
    @Produces(MediaType.SERVER_SENT_EVENTS)
    public Multi<OutboundSseEvent> stream(
            @RestPath String id, @RestHeader(POSITION) String lastEventId, RoutingContext request) {
        OrderId order = OrderId.parse(id).orElseThrow(() -> new StreamRefused(StreamRefusal.NOT_FOUND));
        OrderStream stream = openStream.open(order, position(lastEventId), caller);
        Duration longest = config.maxAge().plus(config.heartbeat());
        String subject = caller.subject();
        return streams.ending(stream.batches(), request, longest, () -> open.leave(stream, subject))
                .onItem()
                .transformToIterable(this::events);
    }

    /** A browser that has heard nothing yet sends none. */
    private static Position position(String lastEventId) {
        return lastEventId == null || lastEventId.isEmpty()
                ? Position.BEGINNING
                : Position.parse(lastEventId).orElseThrow(() -> new StreamRefused(StreamRefusal.BAD_POSITION));
    }

    private List<OutboundSseEvent> events(List<StreamedEvent> batch) {
        if (batch.isEmpty()) {
            return List.of(sse.newEventBuilder()
                    .comment("")
                    .reconnectDelay(EventStreams.RETRY.toMillis())
                    .build());
        }
        return batch.stream()
                .map(event -> sse.newEventBuilder()
                        .id(event.at().toString())
                        .name(event.type())
                        .data(event.data())
                        .build())
                .toList();
    }

    @ServerExceptionMapper
    RestResponse<Object> refused(StreamRefused fault) {
        return switch (fault.why()) {
            case NOT_FOUND -> problems.answer(ProblemType.NOT_FOUND, "There is no such order.");
            case BAD_POSITION -> problems.invalid(POSITION, Position.RULE);
            case NOTHING_MORE -> RestResponse.noContent();
            case TOO_MANY_OF_CALLER -> problems.limited("streams-per-caller", EventStreams.RETRY);
            case FULL -> problems.answer(ProblemType.OVERLOADED, ProblemType.OVERLOADED.remedy());
        };
    }
}
