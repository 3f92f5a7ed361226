package dev.payonce.sandbox;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.json.JsonObject;

/**
 * What goes out to the caller.
 *
 * @param status the HTTP status; 0 cuts the connection instead
 * @param contentType null where there is no content
 */
record SandboxReply(int status, String contentType, String body) {

    private static final String JSON = "application/json";
    private static final SandboxReply CUT = new SandboxReply(0, null, null);

    static SandboxReply json(int status, JsonObject body) {
        return new SandboxReply(status, JSON, SandboxJson.text(body));
    }

    static SandboxReply of(SandboxRefusal refusal) {
        return json(refusal.status(), refusal.toJson());
    }

    static SandboxReply of(SandboxResult result) {
        if (result.refusal() != null) {
            return of(result.refusal());
        }
        SandboxEntry entry = result.entry();
        return switch (result.outcome()) {
            case APPROVE, DECLINE -> answer(entry, entry.toJson());
            case CUT, CUT_WITHOUT_CHARGE -> CUT;
            case ERROR500 -> json(500, new JsonObject().put("code", "internal_error"));
            case HTML -> new SandboxReply(200, "text/html", "<html><body><h1>We will be back soon</h1></body></html>");
            case EMPTY -> new SandboxReply(200, null, "");
            case UNKNOWN_STATUS -> answer(entry, entry.toJson().put("status", "being_looked_at"));
            case WRONG_AMOUNT -> answer(entry, entry.toJson().put("amount", entry.amount() + 1));
        };
    }

    private static SandboxReply answer(SandboxEntry entry, JsonObject body) {
        return json(entry.isDeclined() ? 402 : 201, body);
    }

    void send(HttpServerRequest request) {
        if (status == 0) {
            cut(request);
            return;
        }
        HttpServerResponse response = request.response();
        if (contentType != null) {
            response.putHeader("Content-Type", contentType);
        }
        response.setStatusCode(status).end(body);
    }

    /** Closing the connection lets the server see an end; a reset would be waited for when the service stops. */
    private static void cut(HttpServerRequest request) {
        if (request.version() == HttpVersion.HTTP_2) {
            request.response().reset();
        } else {
            request.connection().close();
        }
    }
}
