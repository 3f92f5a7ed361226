package dev.payonce.refund;

import dev.payonce.value.StoredEnum;
import jakarta.persistence.Converter;

/** Whose wish a refund is, and so which money goes back. */
enum RefundOrigin {
    /** The order system's: money that was captured for the order. */
    MERCHANT,
    /** Ours: a charge that no order was waiting for. Neither payment nor order count it. */
    STRAY_CHARGE,
    /** A newer version of the service has written something that this one does not know: shown so, and left alone. */
    UNRECOGNIZED;

    /** Keeps it in its column. */
    @Converter
    static class Column extends StoredEnum<RefundOrigin> {

        Column() {
            super(RefundOrigin.class);
        }
    }
}
