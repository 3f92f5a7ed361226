package dev.payonce.refund;

import dev.payonce.gateway.ChargeRefund;
import dev.payonce.value.OrderId;
import java.time.Instant;

/**
 * One call of the gateway for a refund, written down before it begins.
 *
 * @param at when it began, by MySQL's clock
 * @param before when the call before it began; null if it is the first
 * @param isHeard whether the merchant hears at once how it went, and may try again by itself
 */
record RefundSend(OrderId orderId, ChargeRefund refund, Instant at, Instant before, boolean isHeard) {}
