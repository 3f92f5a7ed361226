package dev.payonce.sandbox;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.JacksonCodec;
import java.util.Optional;

/**
 * JSON in and out, the same inside the service and outside. {@link JsonObject} by itself would use whatever mapper the
 * process has, and the service's is set up for the service's own contract: it refuses nulls, for one.
 */
final class SandboxJson {

    private static final JacksonCodec CODEC = new JacksonCodec();

    private SandboxJson() {}

    /** A JSON object, or nothing if it is anything else. */
    static Optional<JsonObject> parse(Buffer text) {
        try {
            return CODEC.fromBuffer(text, Object.class) instanceof JsonObject json
                    ? Optional.of(json)
                    : Optional.empty();
        } catch (DecodeException notJson) {
            return Optional.empty();
        }
    }

    /** A {@link JsonObject} or {@link io.vertx.core.json.JsonArray} on one line. */
    static String text(Object json) {
        return CODEC.toString(json, false);
    }
}
