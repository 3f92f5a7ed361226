package dev.payonce.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Makes every error answer: RFC 9457 problem+json. */
@ApplicationScoped
public class Problems {

    private final ObjectMapper json;

    Problems(ObjectMapper json) {
        this.json = json;
    }

    public RestResponse<Object> answer(ProblemType type, String detail) {
        return answer(type, detail, Map.of());
    }

    /** @param members further members of the problem, such as {@code orderStatus} or {@code declineCode} */
    public RestResponse<Object> answer(ProblemType type, String detail, Map<String, ?> members) {
        return builder(Problem.of(type, detail, members)).build();
    }

    /** 400 that names the fields at fault. */
    public RestResponse<Object> invalid(List<Violation> violations) {
        return builder(Problem.of(ProblemType.INVALID_REQUEST, told(violations), violations))
                .build();
    }

    public RestResponse<Object> invalid(String field, String message) {
        return invalid(List.of(new Violation(field, message)));
    }

    /** 429: a limit of this name is used up until {@code retryAfter} has gone. */
    public RestResponse<Object> limited(String limit, Duration retryAfter) {
        RestResponse<Object> answer =
                answer(ProblemType.RATE_LIMITED, "The limit " + limit + " is used up for now.", Map.of("limit", limit));
        answer.getHeaders().putSingle(RetryAfter.HEADER, RetryAfter.seconds(retryAfter));
        return answer;
    }

    /** The same answers for routes that are not REST resources. */
    public void send(RoutingContext request, ProblemType type, String detail) {
        String id = RequestId.of(request);
        Problem problem =
                Problem.of(type, detail, Map.of()).in(request.request().path(), id);
        request.response().putHeader(RequestId.HEADER, id);
        request.response().setStatusCode(type.status()).putHeader("Content-Type", Problem.MEDIA_TYPE);
        if (waits(type)) {
            request.response().putHeader(RetryAfter.HEADER, RetryAfter.seconds(RetryAfter.SOON));
        }
        request.response().end(text(problem));
    }

    /** Only when it is sent does a problem know which request it answers. */
    @ServerResponseFilter
    public void complete(ContainerResponseContext response, RoutingContext request) {
        if (response.getEntity() instanceof Problem problem) {
            response.setEntity(problem.in(request.request().path(), RequestId.of(request)));
        }
    }

    RestResponse.ResponseBuilder<Object> builder(Problem problem) {
        RestResponse.ResponseBuilder<Object> builder = RestResponse.ResponseBuilder.create(problem.status());
        builder.entity((Object) problem).type(Problem.MEDIA_TYPE);
        if (problem.status() == 401) {
            builder.header(HttpHeaders.WWW_AUTHENTICATE, challenge(problem.code()));
        }
        return waits(problem.code()) ? builder.header(RetryAfter.HEADER, RetryAfter.seconds(RetryAfter.SOON)) : builder;
    }

    /** A 401 must say how to do better (RFC 9110, 15.5.2). */
    private static String challenge(ProblemType type) {
        return type == ProblemType.SIGNATURE_INVALID ? "StandardWebhooks" : "Bearer";
    }

    private static boolean waits(ProblemType type) {
        return type.retryable() && type != ProblemType.INTERNAL;
    }

    private static String told(List<Violation> violations) {
        if (violations.size() != 1) {
            return violations.isEmpty() ? "The request is not valid." : violations.size() + " fields are not valid.";
        }
        return violations.get(0).field() + " " + violations.get(0).message() + ".";
    }

    private String text(Problem problem) {
        try {
            return json.writeValueAsString(problem);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
