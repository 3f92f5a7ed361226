package dev.payonce.gateway;

import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;

/**
 * What the gateway is asked to take.
 *
 * @param id our reference and the gateway's idempotency key: the same for every attempt at this payment
 * @param paymentMethod the gateway's own name for a way to pay, such as {@code pm_ok}
 */
public record Charge(PaymentId id, OrderId orderId, Money money, String paymentMethod) {

    @Override
    public String toString() {
        return "Charge[" + id + ", " + orderId + ", " + money + "]";
    }
}
