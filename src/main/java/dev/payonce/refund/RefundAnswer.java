package dev.payonce.refund;

/** What a request for money back is told. */
sealed interface RefundAnswer {

    /**
     * The wish has ended; from now on it is always told so.
     *
     * @param refusal null where money went back
     * @param declineCode null unless the gateway declined
     * @param refundable what was left of the payment when more was wanted, else null
     */
    record Ended(RefundView refund, RefundRefusal refusal, String declineCode, Long refundable)
            implements RefundAnswer {

        static Ended of(Refund refund) {
            return new Ended(RefundView.of(refund), refund.refusal(), refund.declineCode(), refund.refundable());
        }
    }

    /** The outcome is not known yet; it will come to an end without the caller. */
    record Open(RefundView refund) implements RefundAnswer {}

    /** Nothing was recorded for this request. */
    record Refused(Reason reason) implements RefundAnswer {}

    /** Why nothing was recorded. */
    enum Reason {
        NOT_FOUND,
        TOO_EARLY_TO_RESTOCK,
        OVERLOADED
    }
}
