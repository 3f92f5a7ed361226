package dev.payonce.idempotency;

/**
 * How a request that may carry a key went.
 *
 * @param result of the effect; null where there is none to tell
 */
public record Once<T>(Kind kind, T result) {

    /** What the caller is told. */
    public enum Kind {
        /** The result of this request, or of a twin that was at work at the same moment. */
        DONE,
        /** The result had been final before this request came. */
        REPLAYED,
        /** A twin is still at work. */
        IN_PROGRESS,
        /** The key belongs to a request with other content. */
        KEY_REUSED
    }

    static <T> Once<T> done(T result) {
        return new Once<>(Kind.DONE, result);
    }
}
