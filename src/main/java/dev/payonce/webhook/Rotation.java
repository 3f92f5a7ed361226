package dev.payonce.webhook;

import java.time.Duration;

/**
 * How the wish for a new secret ended.
 *
 * @param endpoint with its new secret; null where as many sign as may at once
 * @param retryAfter null unless refused: so long none of them ends
 */
record Rotation(EndpointView endpoint, Duration retryAfter) {

    static Rotation done(EndpointView endpoint) {
        return new Rotation(endpoint, null);
    }

    static Rotation refused(Duration retryAfter) {
        return new Rotation(null, retryAfter);
    }

    boolean isDone() {
        return endpoint != null;
    }
}
