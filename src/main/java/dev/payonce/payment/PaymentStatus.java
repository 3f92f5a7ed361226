package dev.payonce.payment;

/** The states of a payment: PROCESSING becomes SUCCEEDED or FAILED, and REJECTED is one from birth. */
public enum PaymentStatus {
    PROCESSING,
    SUCCEEDED,
    FAILED,
    REJECTED
}
