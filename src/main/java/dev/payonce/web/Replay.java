package dev.payonce.web;

import jakarta.ws.rs.core.MultivaluedMap;
import org.jboss.resteasy.reactive.RestResponse;

/** Marks an answer that had been final before its request came. */
public final class Replay {

    private static final String HEADER = "Idempotent-Replayed";

    private Replay() {}

    public static boolean isMarked(MultivaluedMap<String, ?> headers) {
        return headers.containsKey(HEADER);
    }

    /** The same answer, with {@code Idempotent-Replayed: true}. */
    public static <T> RestResponse<T> mark(RestResponse<T> answer) {
        answer.getHeaders().putSingle(HEADER, "true");
        return answer;
    }
}
