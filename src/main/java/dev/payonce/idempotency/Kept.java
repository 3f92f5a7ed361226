package dev.payonce.idempotency;

import dev.payonce.idempotency.Once.Kind;
import java.time.Instant;

/**
 * How a request went by the row in MySQL that keeps its key. Only what is recorded there for good may be told from Redis.
 *
 * @param recordedAt by MySQL's clock, not later than it says; null where nothing is final, or not for this request
 * @param text the result as it is recorded; null where it is not recorded as JSON
 */
public record Kept<T>(Once<T> once, Instant recordedAt, String text) {

    public static <T> Kept<T> forGood(Kind kind, T result, Instant recordedAt) {
        return new Kept<>(new Once<>(kind, result), recordedAt, null);
    }

    /** @param result null where there is none to tell */
    public static <T> Kept<T> forNow(Kind kind, T result) {
        return new Kept<>(new Once<>(kind, result), null, null);
    }

    boolean isFinal() {
        return recordedAt != null;
    }
}
