package dev.payonce.payment;

import dev.payonce.token.TokenId;
import dev.payonce.value.OrderId;

/**
 * Somebody who needs no token wants an order paid.
 *
 * @param id stands for the token's id: the same wish, told again, has the same one, and finds its own payment
 * @param actor who is named in the order's history
 */
public record PaymentWish(TokenId id, OrderId order, String paymentMethod, String actor) {

    /** The payment method is nobody's business. */
    @Override
    public String toString() {
        return "PaymentWish[" + id + ", " + order + "]";
    }
}
