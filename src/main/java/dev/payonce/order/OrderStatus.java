package dev.payonce.order;

import dev.payonce.value.StoredEnum;
import jakarta.persistence.Converter;
import java.util.EnumSet;
import java.util.Set;

/** The states of an order and the only moves between them. */
public enum OrderStatus {
    PENDING,
    PROCESSING,
    PAID,
    PAYMENT_FAILED,
    PARTIALLY_REFUNDED,
    REFUNDED,
    CANCELLED,
    EXPIRED,
    /** A newer version of the service has written something that this one does not know: shown so, and left alone. */
    UNRECOGNIZED;

    /** Waits for a payment, so that it may also be amended, cancelled or expire. */
    public boolean awaitsPayment() {
        return this == PENDING || this == PAYMENT_FAILED;
    }

    /** Whether there is no way on from here. */
    boolean isEnd() {
        return next().isEmpty();
    }

    boolean mayBecome(OrderStatus next) {
        return next().contains(next);
    }

    private Set<OrderStatus> next() {
        return switch (this) {
            case PENDING, PAYMENT_FAILED -> EnumSet.of(PROCESSING, CANCELLED, EXPIRED);
            case PROCESSING -> EnumSet.of(PAID, PAYMENT_FAILED);
            case PAID, PARTIALLY_REFUNDED -> EnumSet.of(PARTIALLY_REFUNDED, REFUNDED);
            case REFUNDED, CANCELLED, EXPIRED, UNRECOGNIZED -> EnumSet.noneOf(OrderStatus.class);
        };
    }

    /** Keeps it in its column. */
    @Converter
    public static class Column extends StoredEnum<OrderStatus> {

        public Column() {
            super(OrderStatus.class);
        }
    }
}
