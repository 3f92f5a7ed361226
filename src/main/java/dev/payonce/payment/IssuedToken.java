package dev.payonce.payment;

import dev.payonce.value.OrderId;
import java.time.Instant;

/**
 * The answer of {@code POST /tokens}.
 *
 * @param token a secret: it is money until it is used
 * @param amount in the currency's minor unit
 */
record IssuedToken(
        String token, OrderId orderId, long amount, String currency, Instant expiresAt, long expiresInSeconds) {

    @Override
    public String toString() {
        return "IssuedToken[" + orderId + "]";
    }
}
