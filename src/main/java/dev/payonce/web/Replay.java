package dev.payonce.web;

import org.jboss.resteasy.reactive.RestResponse;

/** Marks an answer that had been final before its request came. */
public final class Replay {

    private static final String HEADER = "Idempotent-Replayed";

    private Replay() {}

    /** The same answer, with {@code Idempotent-Replayed: true}. */
    public static <T> RestResponse<T> mark(RestResponse<T> answer) {
        answer.getHeaders().putSingle(HEADER, "true");
        return answer;
    }
}
