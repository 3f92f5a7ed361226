package dev.payonce.testsupport;

import dev.payonce.token.PaymentToken;
import dev.payonce.token.TokenId;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import java.time.Instant;

/** Nobody waits for the end of one that was issued. */
public final class ExpiredToken {

    private ExpiredToken() {}

    /** Of an order by {@link Shop#anOrder()}, to be signed. */
    public static PaymentToken of(String order) {
        return new PaymentToken(
                TokenId.random(),
                OrderId.fromString(order),
                new Money(1800, "USD"),
                Instant.now().minusSeconds(1));
    }
}
