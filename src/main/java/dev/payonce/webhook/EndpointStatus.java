package dev.payonce.webhook;

import dev.payonce.value.StoredEnum;
import jakarta.persistence.Converter;

/** Whether an endpoint is told anything. */
enum EndpointStatus {
    ENABLED,
    /** It has answered 410: told nothing more, for good. */
    DISABLED,
    /** A newer version of the service has written something that this one does not know: shown so, and left alone. */
    UNRECOGNIZED;

    /** Keeps it in its column. */
    @Converter
    static class Column extends StoredEnum<EndpointStatus> {

        Column() {
            super(EndpointStatus.class);
        }
    }
}
