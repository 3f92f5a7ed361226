package dev.payonce.payment;

/** Where a token's payment stands, as MySQL says. */
record Standing(Kind kind, Payment payment) {

    /** The closed list, in the order in which it is decided. */
    enum Kind {
        /** This request has opened the payment, and how it ended is not known. */
        OPENED,
        /** The token was used by a request with another content. */
        REUSED,
        /** It had ended before this request looked. */
        REPLAYED,
        /** Another request has sent it, and nobody knows how it ended. */
        UNKNOWN,
        /** Another request had it accepted for later, and a worker will bring it to its end, or is about to. */
        ACCEPTED,
        /** Another request is at work with this token. */
        AT_WORK,
        /** This request has brought it to its end. */
        ENDED
    }
}
