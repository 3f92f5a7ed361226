package dev.payonce.messaging;

import java.util.Map;

/**
 * One message as a broker hands it over, perhaps for the second time.
 *
 * @param messageId the broker's property or header; null where the sender gave none
 * @param headers of the sender, as text
 */
record Delivery(Origin origin, String messageId, Map<String, String> headers, byte[] body) {

    /** The header that carries the message's id, for brokers that have no property of their own for it. */
    static final String MESSAGE_ID = "message_id";

    /** The body may hold a payment method. */
    @Override
    public String toString() {
        return "Delivery[" + origin + ", " + body.length + " bytes]";
    }
}
