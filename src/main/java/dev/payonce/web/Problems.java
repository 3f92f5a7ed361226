package dev.payonce.web;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.reactive.RestResponse;

/** Makes every error answer: RFC 9457 problem+json. */
@ApplicationScoped
public class Problems {

    public RestResponse<Object> answer(ProblemType type, String detail) {
        return answer(type, detail, Map.of());
    }

    /** A 400 that names what is wrong. */
    public RestResponse<Object> invalid(List<Violation> violations) {
        return answer(ProblemType.INVALID_REQUEST, "The request is not valid.", Map.of("violations", violations));
    }

    /** @param members further members of the problem, such as {@code orderStatus} or {@code declineCode} */
    public RestResponse<Object> answer(ProblemType type, String detail, Map<String, ?> members) {
        return RestResponse.ResponseBuilder.create(type.status())
                .entity((Object) Map.of("code", type, "detail", detail))
                .type("application/problem+json")
                .build();
    }
}
