package dev.payonce.idempotency;

/**
 * What Redis says to a request with a key.
 *
 * @param result null unless RECORDED
 */
record KeyClaim(Kind kind, String result) {

    /** The words of {@code claim_key.lua}, and one for when it does not answer. */
    enum Kind {
        /** The key is this request's, for its lease. */
        GRANTED,
        /** A twin is at work. */
        IN_PROGRESS,
        /** A request with the same content has ended. */
        RECORDED,
        /** A request with other content has ended. */
        MISMATCH,
        AWAY
    }

    static KeyClaim away() {
        return new KeyClaim(Kind.AWAY, null);
    }
}
