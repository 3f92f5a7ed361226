package dev.payonce.token;

import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import java.time.Instant;

/**
 * What a token says. The text that a client holds is this, signed; it exists only in answers and requests.
 *
 * @param expiresAt to the millisecond; limits when a payment may start, by the stores' clocks
 */
public record PaymentToken(TokenId id, OrderId orderId, Money price, Instant expiresAt) {}
