package dev.payonce.buffer;

import dev.payonce.value.PaymentId;
import java.util.Optional;

/**
 * An entry of the stream: a payment waits to be sent.
 *
 * @param entry the stream's own id of it
 * @param text names the payment, if it is one of ours
 */
record Bell(String entry, String text) {

    Optional<PaymentId> payment() {
        return Optional.ofNullable(text).flatMap(PaymentId::parse);
    }
}
