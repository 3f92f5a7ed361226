package dev.payonce.web;

import java.time.Duration;

/** The {@code Retry-After} header (RFC 9110, 10.2.3) of answers that will be different soon. */
public final class RetryAfter {

    public static final String HEADER = "Retry-After";

    /** The shortest wait that the header can tell: waiting callers are answered by their twin's end, breakers close within seconds. */
    public static final Duration SOON = Duration.ofSeconds(1);

    private RetryAfter() {}

    /** The header's value: whole seconds, rounded up, at least one. */
    public static String seconds(Duration wait) {
        return Long.toString(Math.max(1, wait.plusMillis(999).toSeconds()));
    }
}
