package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.UUID;

/** Messages as the order system sends them. */
final class Messages {

    static final Origin ORIGIN = Origin.queue("test", "payonce-commands");

    private Messages() {}

    static String id() {
        return "m-" + UUID.randomUUID();
    }

    /** Unlike any other; without digits, since many in a row may be a card's number, which nobody is shown. */
    static String letters() {
        return UUID.randomUUID()
                .toString()
                .chars()
                .map(one -> Character.isDigit(one) ? one - '0' + 'g' : one)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    static Delivery payment(String id, String order) {
        return payment(id, order, "pm_ok");
    }

    static Delivery payment(String id, String order, String paymentMethod) {
        return delivery(envelope(
                id, "order.payment", new JsonObject().put("order_id", order).put("payment_method", paymentMethod)));
    }

    static Delivery deduction(String id, String order, String sku, int quantity) {
        return delivery(envelope(
                id,
                "inventory.deduct",
                new JsonObject().put("order_id", order).put("sku", sku).put("quantity", quantity)));
    }

    static JsonObject envelope(String id, String type, JsonObject data) {
        return new JsonObject().put("message_id", id).put("type", type).put("data", data);
    }

    static Delivery delivery(JsonObject envelope) {
        return delivery(envelope.encode());
    }

    static Delivery delivery(String body) {
        return new Delivery(ORIGIN, null, Map.of(), body.getBytes(UTF_8));
    }
}
