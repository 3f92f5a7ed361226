package dev.payonce.sandbox;

import io.vertx.core.json.JsonObject;

/** A 4xx with a code: the gateway did nothing. */
record SandboxRefusal(int status, String code, String message) {

    static SandboxRefusal invalid(String message) {
        return new SandboxRefusal(400, "invalid_request", message);
    }

    JsonObject toJson() {
        return new JsonObject().put("code", code).put("message", message);
    }
}
