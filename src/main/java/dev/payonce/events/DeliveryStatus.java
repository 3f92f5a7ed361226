package dev.payonce.events;

import dev.payonce.value.StoredEnum;
import jakarta.persistence.Converter;

/** How far an event has come on its way to one receiver. */
public enum DeliveryStatus {
    PENDING,
    DELIVERED,
    /** Given up; may be sent again by hand. */
    FAILED,
    /** A newer version of the service has written something that this one does not know: shown so, and left alone. */
    UNRECOGNIZED;

    /** Keeps it in its column. */
    @Converter
    static class Column extends StoredEnum<DeliveryStatus> {

        Column() {
            super(DeliveryStatus.class);
        }
    }
}
