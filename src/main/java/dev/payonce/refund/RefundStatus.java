package dev.payonce.refund;

/** The states of a refund: PROCESSING becomes SUCCEEDED or FAILED. */
public enum RefundStatus {
    /** The sum is reserved, and the gateway has not been heard to say what became of it. */
    PROCESSING,
    SUCCEEDED,
    FAILED,
    /** Never became a refund: the wish was refused, and only its key remembers that. Not shown to anybody. */
    REJECTED
}
