package dev.payonce.sandbox;

import dev.payonce.testsupport.GatewayClient;
import dev.payonce.testsupport.GatewayStub;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A gateway of its own for each test, called over HTTP, with its ledger as the witness. */
abstract class SandboxGatewayFixture {

    @TempDir
    Path directory;

    Path file;
    GatewayStub gateway;
    GatewayClient client;

    @BeforeEach
    void startGateway() {
        file = directory.resolve("ledger.jsonl");
        start();
    }

    @AfterEach
    void stopGateway() {
        gateway.close();
    }

    void restart() {
        gateway.close();
        start();
    }

    void start() {
        gateway = GatewayStub.start(file);
        client = new GatewayClient(gateway.url());
    }

    HttpResponse<String> charge(String reference, String paymentMethod) {
        return client.send(chargeOf(reference, paymentMethod));
    }

    HttpRequest chargeOf(String reference, String paymentMethod) {
        return chargeOf(reference, paymentMethod, 1999, reference);
    }

    HttpRequest chargeOf(String reference, String paymentMethod, long amount, String key) {
        return client.post(
                "/charges", chargeBody(reference, paymentMethod, amount).encode(), key);
    }

    static JsonObject chargeBody(String reference, String paymentMethod, long amount) {
        return new JsonObject()
                .put("reference", reference)
                .put("orderId", "ord_1")
                .put("amount", amount)
                .put("currency", "EUR")
                .put("paymentMethod", paymentMethod);
    }

    /** A charge of 19.99, by its id at the gateway. */
    String aCharge(String reference, String paymentMethod) {
        return json(charge(reference, paymentMethod)).getString("id");
    }

    HttpResponse<String> refund(String chargeId, String reference, long amount) {
        return client.send(refundOf(chargeId, reference, amount, "EUR"));
    }

    HttpRequest refundOf(String chargeId, String reference, long amount, String currency) {
        JsonObject body = new JsonObject()
                .put("reference", reference)
                .put("amount", amount)
                .put("currency", currency);
        return client.post("/charges/" + chargeId + "/refunds", body.encode(), null);
    }

    HttpResponse<String> behave(String behaviour) {
        return client.behave(behaviour);
    }

    JsonArray calls() {
        return client.calls("ord_1");
    }

    JsonArray charges() {
        return client.charges("ord_1");
    }

    JsonArray refunds() {
        return client.refunds("ord_1");
    }

    /** How the {@code n}th call, from 0, ended. */
    String ended(int n) {
        return calls().getJsonObject(n).getString("ended");
    }

    boolean isCut(HttpRequest request) {
        return isCut(client.later(request));
    }

    static boolean isCut(CompletableFuture<HttpResponse<String>> answer) {
        return answer.handle((given, failure) -> failure != null).join();
    }

    static JsonObject json(HttpResponse<String> answer) {
        return GatewayClient.json(answer);
    }

    static long millisSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }
}
