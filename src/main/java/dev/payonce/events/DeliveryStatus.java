package dev.payonce.events;

/** How far an event has come on its way to one receiver. */
public enum DeliveryStatus {
    PENDING,
    DELIVERED,
    /** Given up; may be sent again by hand. */
    FAILED
}
