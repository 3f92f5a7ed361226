package dev.payonce.refund;

import java.util.function.Function;

/** What a request for money back is told. */
sealed interface RefundAnswer {

    /** One case for each kind: none is forgotten, and none is there for what cannot be. */
    <T> T fold(Function<Ended, T> ended, Function<Open, T> open, Function<Refused, T> refused);

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

        @Override
        public <T> T fold(Function<Ended, T> ended, Function<Open, T> open, Function<Refused, T> refused) {
            return ended.apply(this);
        }
    }

    /** The outcome is not known yet; it will come to an end without the caller. */
    record Open(RefundView refund) implements RefundAnswer {

        @Override
        public <T> T fold(Function<Ended, T> ended, Function<Open, T> open, Function<Refused, T> refused) {
            return open.apply(this);
        }
    }

    /** Nothing was recorded for this request. */
    record Refused(Reason reason) implements RefundAnswer {

        @Override
        public <T> T fold(Function<Ended, T> ended, Function<Open, T> open, Function<Refused, T> refused) {
            return refused.apply(this);
        }
    }

    /** Why nothing was recorded. */
    enum Reason {
        NOT_FOUND,
        TOO_EARLY_TO_RESTOCK,
        OVERLOADED
    }
}
