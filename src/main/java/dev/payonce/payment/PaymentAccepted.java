package dev.payonce.payment;

import dev.payonce.value.PaymentId;

/** A payment was accepted for later and is committed: {@code buffer.Workers} may send it now. */
public record PaymentAccepted(PaymentId id) {}
