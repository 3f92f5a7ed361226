package dev.payonce.refund;

import dev.payonce.idempotency.Kept;
import dev.payonce.idempotency.Once;
import dev.payonce.refund.RefundAnswer.Reason;

/**
 * Where a wish for money back stands, as MySQL says.
 *
 * @param refund null where there is no row
 */
record RefundStanding(Kind kind, Refund refund) {

    /** The closed list, in the order in which it is decided. */
    enum Kind {
        /** This request has opened the refund, and how it ended is not known. */
        OPENED,
        /** The key belongs to a wish with other content. */
        KEY_REUSED,
        /** It had ended before this request looked. */
        REPLAYED,
        /** Another request has sent it, and nobody knows how it ended. */
        UNKNOWN,
        /** Another request is at work with it. */
        AT_WORK,
        /** There is no such payment. */
        NOT_FOUND,
        /** The goods cannot be back while a part of the money is not. Nothing is kept. */
        TOO_EARLY_TO_RESTOCK,
        /** This request has brought it to its end. */
        ENDED
    }

    static RefundStanding of(Kind kind) {
        return new RefundStanding(kind, null);
    }

    /** Of a refund that this request has opened or asked about. */
    static RefundStanding after(Refund refund) {
        return new RefundStanding(refund.isOpen() ? Kind.OPENED : Kind.ENDED, refund);
    }

    /** What the request is told. */
    Kept<RefundAnswer> told(RefundAttempt attempt) {
        return switch (kind) {
            case NOT_FOUND -> refused(Reason.NOT_FOUND);
            case TOO_EARLY_TO_RESTOCK -> refused(Reason.TOO_EARLY_TO_RESTOCK);
            case KEY_REUSED -> Kept.forNow(Once.Kind.REUSED, null);
            case OPENED -> open(Once.Kind.DONE);
            case UNKNOWN, AT_WORK -> open(Once.Kind.IN_PROGRESS);
            case REPLAYED -> ended(hadEndedBefore(attempt) ? Once.Kind.REPLAYED : attempt.duplicate());
            case ENDED -> ended(Once.Kind.DONE);
        };
    }

    /** A request may have waited for a twin that was not at work: Redis can hold a claim for too long. */
    private boolean hadEndedBefore(RefundAttempt attempt) {
        return refund.hasEndedFor(attempt.waiting().elapsed());
    }

    private static Kept<RefundAnswer> refused(Reason reason) {
        return Kept.forNow(Once.Kind.DONE, new RefundAnswer.Refused(reason));
    }

    private Kept<RefundAnswer> open(Once.Kind how) {
        return Kept.forNow(how, new RefundAnswer.Open(RefundView.of(refund)));
    }

    private Kept<RefundAnswer> ended(Once.Kind how) {
        return Kept.forGood(how, RefundAnswer.Ended.of(refund), refund.settledAt());
    }
}
