package dev.payonce.messaging;

import dev.payonce.messaging.Outcome.Dead;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What goes to the broker's own queue of dead letters.
 *
 * @param messageId null where it has none
 * @param headers the sender's as far as they are kept, and ours, which tell reason and origin
 * @param body the original bytes; only the beginning of what is too large
 */
record DeadCopy(String messageId, Map<String, String> headers, byte[] body) {

    static DeadCopy of(Delivery delivery, Dead dead, int maxBytes) {
        Map<String, String> headers = new TreeMap<>(KeptHeaders.of(delivery.headers()));
        headers.put("payonce-reason", dead.reason().name());
        headers.put("payonce-detail", dead.detail());
        headers.put("payonce-origin", delivery.origin().toString());
        byte[] body = delivery.body();
        return new DeadCopy(dead.messageId(), headers, body.length <= maxBytes ? body : Arrays.copyOf(body, maxBytes));
    }

    @Override
    public String toString() {
        return "DeadCopy[" + body.length + " bytes]";
    }
}
