package dev.payonce.payment;

import dev.payonce.value.PaymentId;

/** A payment was accepted for later and is committed: whoever hears this may send it now. */
public record PaymentAccepted(PaymentId id) {}
