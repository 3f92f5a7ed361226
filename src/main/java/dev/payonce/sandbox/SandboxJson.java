package dev.payonce.sandbox;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** JSON as the gateway reads it: it is another party, and its journal outlives the rules that the service has for bodies. */
final class SandboxJson {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private SandboxJson() {}

    /** A JSON object, or nothing if it is anything else. */
    static Optional<JsonObject> parse(byte[] text) {
        return parse(text, 0, text.length);
    }

    static Optional<JsonObject> parse(byte[] text, int offset, int length) {
        try {
            return Optional.ofNullable(MAPPER.readValue(text, offset, length, OBJECT))
                    .map(JsonObject::new);
        } catch (IOException notAnObject) {
            return Optional.empty();
        }
    }
}
