package dev.payonce.web;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;

/**
 * Reads each body to its end before a worker thread takes the request, within limits of size and time: callers that send
 * slowly, or too much, hold nothing but their own connection.
 */
@ApplicationScoped
class BodyReader {

    static final int MAX_BYTES = 64 * 1024;

    private static final String TIMER = BodyReader.class.getName();

    private final BodyHandler body = BodyHandler.create(false).setBodyLimit(MAX_BYTES);
    private final Vertx vertx;
    private final HttpConfig config;
    private final Problems problems;

    BodyReader(Vertx vertx, HttpConfig config, Problems problems) {
        this.vertx = vertx;
        this.config = config;
        this.problems = problems;
    }

    void register(@Observes Router router) {
        router.route()
                .order(-EveryAnswer.FIRST + 1)
                .handler(this::read)
                .handler(this::stopClock)
                .failureHandler(this::refuse);
    }

    private void read(RoutingContext request) {
        if (!hasBody(request.request())) {
            request.next();
            return;
        }
        request.put(TIMER, vertx.setTimer(config.bodyTimeout().toMillis(), late -> request.response()
                .reset()));
        request.request().resume();
        body.handle(request);
    }

    /** A request that is resumed but not read would end unheard. HTTP/2 tells of a body by sending it. */
    private static boolean hasBody(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null
                ? request.version() == HttpVersion.HTTP_2 || request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                : !length.equals("0");
    }

    private void stopClock(RoutingContext request) {
        cancelTimer(request);
        request.next();
    }

    private void cancelTimer(RoutingContext request) {
        Optional.ofNullable(request.<Long>get(TIMER)).ifPresent(vertx::cancelTimer);
    }

    private void refuse(RoutingContext request) {
        cancelTimer(request);
        if (request.response().closed() || request.response().ended()) {
            return;
        }
        // the rest of the body is not read, so the connection cannot be used again
        request.response().putHeader("Connection", "close");
        request.addEndHandler(sent -> request.request().connection().close());
        if (request.statusCode() == ProblemType.PAYLOAD_TOO_LARGE.status()) {
            problems.send(request, ProblemType.PAYLOAD_TOO_LARGE, "The body is larger than 64 KiB.");
        } else {
            problems.send(request, ProblemType.INVALID_REQUEST, "The body cannot be read.");
        }
    }
}
