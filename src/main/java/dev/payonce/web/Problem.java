package dev.payonce.web;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;

/**
 * One error answer as RFC 9457 shapes it.
 *
 * @param type path of the page that explains the code
 * @param instance path of the request; null until the answer is sent
 * @param requestId the answer's {@code X-Request-Id}; null until the answer is sent
 * @param retryable whether the same request may succeed later
 * @param violations what is wrong with the request, field by field; null for anything but 400
 * @param members further members, such as {@code orderStatus}; written beside the others
 */
@JsonPropertyOrder({"type", "title", "status", "detail", "instance", "code", "requestId", "retryable"})
record Problem(
        String type,
        String title,
        int status,
        String detail,
        String instance,
        ProblemType code,
        String requestId,
        boolean retryable,
        @JsonInclude(JsonInclude.Include.NON_NULL) List<Violation> violations,
        @JsonAnyGetter Map<String, ?> members) {

    static final String MEDIA_TYPE = "application/problem+json";

    static Problem of(ProblemType code, String detail, Map<String, ?> members) {
        return of(code, detail, code.status() == 400 ? List.of() : null, members);
    }

    static Problem of(ProblemType code, String detail, List<Violation> violations) {
        return of(code, detail, violations, Map.of());
    }

    private static Problem of(ProblemType code, String detail, List<Violation> violations, Map<String, ?> members) {
        return new Problem(
                code.page(),
                code.title(),
                code.status(),
                detail,
                null,
                code,
                null,
                code.retryable(),
                violations,
                members);
    }

    /** The same problem, told of one request. */
    Problem in(String path, String request) {
        return new Problem(type, title, status, detail, path, code, request, retryable, violations, members);
    }
}
