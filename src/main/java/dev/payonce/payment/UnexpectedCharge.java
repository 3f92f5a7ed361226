package dev.payonce.payment;

import dev.payonce.value.Money;

/**
 * Told in the transaction that learns of it: the gateway has taken money for a payment that does not stand for it. It
 * came after the payment was closed, a second time, or with another amount. {@code refund.LateCharges} gives it back.
 *
 * @param reference the gateway's id of the charge
 * @param money what was taken, which may not be what the payment asked for
 */
public record UnexpectedCharge(Payment payment, String reference, Money money) {}
