package dev.payonce.gateway;

/**
 * What the gateway knows of a refund.
 *
 * @param result what became of it; of a RIDDLE unknown, with a code that says why; null otherwise
 */
public record RefundLookUp(Kind kind, RefundResult result) {

    /** The closed list of answers. */
    public enum Kind {
        /** The gateway has it, and it has ended. */
        FOUND,
        /** The gateway has never heard of it; a call that is still on its way may change that. */
        NOT_FOUND,
        /** The gateway has something under its reference that is not the refund as it was asked for. */
        RIDDLE,
        /** No answer, or one that is not understood: as before. */
        UNKNOWN
    }

    static RefundLookUp found(RefundResult result) {
        return new RefundLookUp(Kind.FOUND, result);
    }

    static RefundLookUp riddle(RefundResult result) {
        return new RefundLookUp(Kind.RIDDLE, result);
    }

    static RefundLookUp notFound() {
        return new RefundLookUp(Kind.NOT_FOUND, null);
    }

    static RefundLookUp unknown() {
        return new RefundLookUp(Kind.UNKNOWN, null);
    }
}
