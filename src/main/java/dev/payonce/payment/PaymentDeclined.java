package dev.payonce.payment;

/**
 * The gateway declined a payment that a customer had started; {@link PayLimits} counts it.
 *
 * @param customer who owns the order and tried to pay it; a merchant's tries are its own affair
 */
record PaymentDeclined(String customer) {}
