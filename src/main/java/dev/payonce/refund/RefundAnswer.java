package dev.payonce.refund;

/** What a request for money back is told. */
sealed interface RefundAnswer {

    /** The wish has ended. A replay had ended before this request came. */
    record Ended(Refund refund, boolean replayed) implements RefundAnswer {}

    /** The outcome is not known yet; it will come to an end without the caller. */
    record Open(Refund refund) implements RefundAnswer {}

    /** Nothing was recorded for this request. */
    record Refused(Reason reason) implements RefundAnswer {}

    /** Why nothing was recorded. */
    enum Reason {
        NOT_FOUND,
        KEY_REUSED,
        TOO_EARLY_TO_RESTOCK,
        OVERLOADED
    }
}
