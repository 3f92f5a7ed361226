package dev.payonce.refund;

import dev.payonce.value.StoredEnum;
import jakarta.persistence.Converter;

/** The states of a refund: PROCESSING becomes SUCCEEDED or FAILED. */
public enum RefundStatus {
    /** The sum is reserved, and the gateway has not been heard to say what became of it. */
    PROCESSING,
    SUCCEEDED,
    FAILED,
    /** Never became a refund: the wish was refused, and only its key remembers that. Not shown to anybody. */
    REJECTED,
    /** A newer version of the service has written something that this one does not know: shown so, and left alone. */
    UNRECOGNIZED;

    /** Keeps it in its column. */
    @Converter
    static class Column extends StoredEnum<RefundStatus> {

        Column() {
            super(RefundStatus.class);
        }
    }
}
