package dev.payonce.idempotency;

/**
 * How a request that may carry a key went.
 *
 * @param result of the effect; null where there is none to tell
 */
public record Once<T>(Kind kind, T result) {

    /** What the caller is told. */
    public enum Kind {
        /** The result of this request. */
        DONE,
        /** The result of a twin that was at work at the same moment. */
        SHARED,
        /** The result had been final before this request came. */
        REPLAYED,
        /** A twin is still at work. */
        IN_PROGRESS,
        /** The key belongs to a request with other content. */
        REUSED
    }

    static <T> Once<T> done(T result) {
        return new Once<>(Kind.DONE, result);
    }

    boolean isDuplicate() {
        return kind != Kind.DONE;
    }
}
