package dev.payonce.web;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import org.jboss.resteasy.reactive.RestResponse;

/** Makes every error answer: RFC 9457 problem+json. */
@ApplicationScoped
public class Problems {

    public RestResponse<Object> answer(ProblemType type, String detail) {
        return answer(type, detail, Map.of());
    }

    /** @param members further members of the problem, such as {@code orderStatus} or {@code declineCode} */
    public RestResponse<Object> answer(ProblemType type, String detail, Map<String, ?> members) {
        return RestResponse.ResponseBuilder.create(type.status())
                .entity((Object) Map.of("code", type, "detail", detail))
                .type("application/problem+json")
                .build();
    }
}
