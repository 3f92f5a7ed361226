package dev.payonce.idempotency;

import dev.payonce.idempotency.Once.Kind;
import java.time.Instant;

/**
 * How a request went by MySQL's record.
 *
 * @param result as it is recorded; null where nothing is, or not this request's
 * @param createdAt of the record, by MySQL's clock, not later than it says; null with the result
 */
record Kept<T>(Once<T> once, String result, Instant createdAt) {

    static <T> Kept<T> nothing(Kind kind) {
        return new Kept<>(new Once<>(kind, null), null, null);
    }

    boolean isFinal() {
        return result != null;
    }
}
