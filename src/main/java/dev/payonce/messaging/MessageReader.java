package dev.payonce.messaging;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.messaging.Command.DeductGoods;
import dev.payonce.messaging.Command.PayOrder;
import dev.payonce.messaging.Reading.Read;
import dev.payonce.messaging.Reading.Unreadable;
import dev.payonce.stock.Stock;
import dev.payonce.value.OrderId;
import dev.payonce.web.JsonFaults;
import dev.payonce.web.StrictBody;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads messages as strictly as bodies of requests: input from a queue is still input. */
@ApplicationScoped
class MessageReader {

    private static final Pattern PAYMENT_METHOD = Pattern.compile("[!-~]{1,255}");
    private static final Pattern SKU = Pattern.compile(Stock.SKU);
    private static final int MAX_QUANTITY = 9999;

    private final ObjectMapper json;
    private final MessagingConfig config;

    MessageReader(ObjectMapper json, MessagingConfig config) {
        this.json = json;
        this.config = config;
    }

    /** {@code {message_id, type, data}}; the id may also be called {@code id}, or be the broker's own property. */
    record Envelope(@JsonProperty("message_id") String messageId, String id, String type, JsonNode data) {}

    record PaymentData(
            @JsonProperty("order_id") String orderId, @JsonProperty("payment_method") String paymentMethod) {}

    record GoodsData(@JsonProperty("order_id") String orderId, String sku, Integer quantity) {}

    Reading read(Delivery delivery) {
        byte[] body = delivery.body();
        if (body.length > config.maxBytes()) {
            return new Unreadable(
                    given(delivery.messageId()), DeadReason.TOO_LARGE, "longer than " + config.maxBytes() + " bytes");
        }
        if (!StrictBody.isPlain(body)) {
            return new Unreadable(
                    given(delivery.messageId()), DeadReason.MALFORMED, "not UTF-8 without a byte order mark");
        }
        try {
            Envelope envelope = json.readerFor(Envelope.class).readValue(body);
            return envelope == null
                    ? new Unreadable(given(delivery.messageId()), DeadReason.MALFORMED, "null")
                    : read(envelope, id(delivery, envelope));
        } catch (JsonProcessingException broken) {
            return new Unreadable(given(delivery.messageId()), DeadReason.MALFORMED, JsonFaults.tell(broken));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** What it has in common with the other messages of its order; its own id where the order is not known. */
    String laneOf(Delivery delivery) {
        return read(delivery)
                .fold(
                        message -> message.command().order().toString(),
                        unreadable -> String.valueOf(unreadable.messageId()));
    }

    private static String id(Delivery delivery, Envelope envelope) {
        return Optional.ofNullable(given(delivery.messageId()))
                .or(() -> Optional.ofNullable(given(envelope.messageId())))
                .orElseGet(() -> given(envelope.id()));
    }

    private static String given(String id) {
        return id == null || id.isEmpty() ? null : id;
    }

    private Reading read(Envelope envelope, String id) {
        if (id == null) {
            return new Unreadable(null, DeadReason.NO_MESSAGE_ID, "no message id");
        }
        if (id.getBytes(StandardCharsets.UTF_8).length > Message.MAX_ID_BYTES) {
            return new Unreadable(
                    id, DeadReason.MALFORMED, "the message id is longer than " + Message.MAX_ID_BYTES + " bytes");
        }
        if (envelope.data() == null || !envelope.data().isObject()) {
            return new Unreadable(id, DeadReason.INVALID_DATA, "data must be an object");
        }
        try {
            return command(id, String.valueOf(envelope.type()), envelope.data());
        } catch (JsonProcessingException wrong) {
            return invalid(id, JsonFaults.tell(wrong));
        }
    }

    private Reading command(String id, String type, JsonNode data) throws JsonProcessingException {
        return switch (type) {
            case PayOrder.TYPE -> payOrder(id, data);
            case DeductGoods.TYPE -> deductGoods(id, data);
            default -> new Unreadable(id, DeadReason.UNKNOWN_TYPE, "type is not one of the known ones");
        };
    }

    private Reading payOrder(String id, JsonNode tree) throws JsonProcessingException {
        PaymentData data = json.treeToValue(tree, PaymentData.class);
        Optional<OrderId> order = OrderId.parse(data.orderId());
        if (order.isEmpty()) {
            return invalid(id, "order_id is not the id of an order");
        }
        return matches(PAYMENT_METHOD, data.paymentMethod())
                ? new Read(new Message(id, new PayOrder(order.get(), data.paymentMethod())))
                : invalid(id, "payment_method must be 1 to 255 printable ASCII characters");
    }

    private Reading deductGoods(String id, JsonNode tree) throws JsonProcessingException {
        GoodsData data = json.treeToValue(tree, GoodsData.class);
        Optional<OrderId> order = OrderId.parse(data.orderId());
        if (order.isEmpty()) {
            return invalid(id, "order_id is not the id of an order");
        }
        if (!matches(SKU, data.sku())) {
            return invalid(id, "sku is not the name of goods");
        }
        Integer quantity = data.quantity();
        return quantity != null && quantity >= 1 && quantity <= MAX_QUANTITY
                ? new Read(new Message(id, new DeductGoods(order.get(), data.sku(), quantity)))
                : invalid(id, "quantity must be 1 to " + MAX_QUANTITY);
    }

    private static boolean matches(Pattern rule, String text) {
        return text != null && rule.matcher(text).matches();
    }

    private static Unreadable invalid(String id, String detail) {
        return new Unreadable(id, DeadReason.INVALID_DATA, detail);
    }
}
