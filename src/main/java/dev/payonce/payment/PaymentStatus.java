package dev.payonce.payment;

import dev.payonce.value.StoredEnum;
import jakarta.persistence.Converter;

/** The states of a payment: PROCESSING becomes SUCCEEDED or FAILED, and REJECTED is one from birth. */
public enum PaymentStatus {
    PROCESSING,
    SUCCEEDED,
    FAILED,
    REJECTED,
    /** A newer version of the service has written something that this one does not know: shown so, and left alone. */
    UNRECOGNIZED;

    /** Keeps it in its column. */
    @Converter
    static class Column extends StoredEnum<PaymentStatus> {

        Column() {
            super(PaymentStatus.class);
        }
    }
}
