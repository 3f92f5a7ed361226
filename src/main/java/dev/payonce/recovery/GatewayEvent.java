package dev.payonce.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.payonce.gateway.Entry;

/**
 * What the gateway tells by itself: {@code {type, data}}.
 *
 * @param type never null
 * @param data a charge or a refund, if the type is one of ours
 */
record GatewayEvent(String type, Entry data) {

    static GatewayEvent of(JsonNode body) {
        return new GatewayEvent(body.path("type").asText(), Entry.of(body.path("data")));
    }

    boolean isComplete() {
        return data.id() != null && data.reference() != null;
    }
}
