package dev.payonce.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.payonce.value.Money;

/** What the gateway tells by itself: {@code {type, data}}, where data is a charge or a refund of its protocol. */
record GatewayEvent(String type, JsonNode data) {

    private static final int MAX_ID = 255;

    static GatewayEvent of(JsonNode body) {
        return new GatewayEvent(body.path("type").textValue(), body.path("data"));
    }

    boolean isComplete() {
        return isId(text("id")) && text("reference") != null;
    }

    /** As wide as the column that keeps it. */
    private static boolean isId(String id) {
        return id != null && !id.isEmpty() && id.length() <= MAX_ID;
    }

    /** Null where the event names none. */
    String text(String field) {
        return data.path(field).textValue();
    }

    /** Null where amount and currency are no money: then they are not ours either. */
    Money money() {
        JsonNode amount = data.path("amount");
        try {
            return amount.isIntegralNumber() && amount.canConvertToLong()
                    ? new Money(amount.longValue(), text("currency"))
                    : null;
        } catch (IllegalArgumentException notMoney) {
            return null;
        }
    }
}
