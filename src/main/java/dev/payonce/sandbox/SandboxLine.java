package dev.payonce.sandbox;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/** The three kinds of journal line: a call came, a call ended, something was booked. */
final class SandboxLine {

    static final String CALL = "call";
    static final String END = "end";
    static final String BOOKING = "booking";

    private SandboxLine() {}

    static JsonObject call(long number, SandboxRequest request, String orderId, Instant at) {
        return new JsonObject()
                .put("line", CALL)
                .put("number", number)
                .put("at", at)
                .put("kind", request.operation().text())
                .put("reference", request.reference())
                .put("idempotencyKey", request.idempotencyKey())
                .put("orderId", orderId)
                .put("amount", request.amount())
                .put("currency", request.currency());
    }

    static JsonObject end(long number, String ended) {
        return new JsonObject().put("line", END).put("number", number).put("ended", ended);
    }

    /** One line for the booking and its key: a crash cannot come between them. */
    static JsonObject booking(SandboxEntry entry, SandboxRequest request) {
        return new JsonObject()
                .put("line", BOOKING)
                .put("entry", entry.toJson())
                .put("key", request.key().orElse(null))
                .put("fingerprint", request.fingerprint());
    }
}
