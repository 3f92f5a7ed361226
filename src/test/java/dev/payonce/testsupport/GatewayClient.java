package dev.payonce.testsupport;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/** Talks to a sandbox gateway, wherever it is: changes its behaviour, reads its ledger, sends it charges and refunds. */
public final class GatewayClient {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;

    /** {@code url} is what the service knows as {@code payonce.gateway.url}. */
    public GatewayClient(String url) {
        this.url = url;
    }

    /** {@code {delayBeforeMillis, delayAfterMillis, outcome, honourKeys, lookup}}; what is left out gets its default. */
    public HttpResponse<String> behave(String behaviour) {
        return send(HttpRequest.newBuilder(URI.create(url + "/behaviour"))
                .PUT(HttpRequest.BodyPublishers.ofString(behaviour))
                .build());
    }

    /** {@code {calls, charges, refunds}}. */
    public JsonObject ledger(String orderId) {
        return json(get("/ledger?orderId=" + orderId));
    }

    public JsonArray calls(String orderId) {
        return ledger(orderId).getJsonArray("calls");
    }

    public JsonArray charges(String orderId) {
        return ledger(orderId).getJsonArray("charges");
    }

    public JsonArray refunds(String orderId) {
        return ledger(orderId).getJsonArray("refunds");
    }

    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(url + path)).build());
    }

    /** A charge or refund: the body is sent as it is, the key only if it is not null. */
    public HttpRequest post(String path, String body, String idempotencyKey) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (idempotencyKey != null) {
            request.header("Idempotency-Key", idempotencyKey);
        }
        return request.build();
    }

    /** @throws java.util.concurrent.CompletionException if there is no answer */
    public HttpResponse<String> send(HttpRequest request) {
        return later(request).join();
    }

    public CompletableFuture<HttpResponse<String>> later(HttpRequest request) {
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }

    public static JsonObject json(HttpResponse<String> answer) {
        return Body.parse(answer.body());
    }
}
