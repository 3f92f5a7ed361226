package dev.payonce.payment;

import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import java.time.Instant;

/**
 * One look-up of a payment at the gateway, taken by this instance.
 *
 * @param unsent whether there is nothing to ask about: it was accepted for later and not sent yet
 * @param askedAt by MySQL's clock, before the gateway is asked: what it says may be older than its answer
 */
record Check(OrderId orderId, PaymentId id, boolean unsent, Instant askedAt) {}
