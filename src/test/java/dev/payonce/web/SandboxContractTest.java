package dev.payonce.web;

import static io.restassured.RestAssured.given;

import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The sandbox gateway's protocol is what the contract says. */
@QuarkusTest
@WithStores
class SandboxContractTest {

    private final String reference = "pay-" + UUID.randomUUID();

    @AfterEach
    void behaveWell() {
        Gateway.behaveWell();
    }

    @Test
    void aChargeIsMadeDeclinedRefusedOrFails() {
        charge("pm_ok", 100).statusCode(201);
        charge("pm_ok", 101).statusCode(422);
        charge("pm_ok", 0).statusCode(400);
        send(Map.of("reference", "d" + reference, "paymentMethod", "pm_declined"), "d" + reference)
                .statusCode(402);
        send(Map.of("reference", "e" + reference, "paymentMethod", "pm_error_500"), "e" + reference)
                .statusCode(500);
        Gateway.behave(Map.of("outcome", "html"));
        send(Map.of("reference", "h" + reference), "h" + reference).statusCode(200);
        given().queryParam("reference", reference)
                .get("/sandbox/gateway/charges")
                .then()
                .statusCode(200);
    }

    @Test
    void aRefundIsMadeDeclinedOrRefused() {
        String charge = charge("pm_ok", 100).extract().path("id");

        refund(charge, "a", 60, "USD").statusCode(201);
        refund(charge, "b", 60, "USD").statusCode(402);
        refund(charge, "c", 0, "USD").statusCode(400);
        refund(charge, "d", 1, "EUR").statusCode(422);
        refund("ch_none", "e", 1, "USD").statusCode(404);
        given().queryParam("reference", "a" + reference)
                .get("/sandbox/gateway/refunds")
                .then()
                .statusCode(200);
    }

    @Test
    void whatIsNotAskedForProperlyIsRefused() {
        given().get("/sandbox/gateway/charges").then().statusCode(400);
        given().get("/sandbox/gateway/refunds").then().statusCode(400);
        given().get("/sandbox/gateway/ledger").then().statusCode(400);
        given().contentType("application/json")
                .body(Map.of("outcome", "explode"))
                .put("/sandbox/gateway/behaviour")
                .then()
                .statusCode(400);
    }

    @Test
    void lookUpsCanBeSwitchedOff() {
        Gateway.behave(Map.of("lookup", false));

        given().queryParam("reference", "x")
                .get("/sandbox/gateway/charges")
                .then()
                .statusCode(503);
        given().queryParam("reference", "x")
                .get("/sandbox/gateway/refunds")
                .then()
                .statusCode(503);
        given().get("/sandbox/gateway/behaviour").then().statusCode(200);
    }

    private ValidatableResponse charge(String paymentMethod, long amount) {
        return send(Map.of("paymentMethod", paymentMethod, "amount", amount), reference);
    }

    private ValidatableResponse send(Map<String, ?> changes, String key) {
        Map<String, Object> charge = new HashMap<>(Map.of(
                "reference",
                reference,
                "orderId",
                "ord-" + reference,
                "amount",
                100,
                "currency",
                "USD",
                "paymentMethod",
                "pm_ok"));
        charge.putAll(changes);
        return given().contentType("application/json")
                .header("Idempotency-Key", key)
                .body(charge)
                .post("/sandbox/gateway/charges")
                .then();
    }

    private ValidatableResponse refund(String charge, String key, long amount, String currency) {
        return given().contentType("application/json")
                .body(Map.of("reference", key + reference, "amount", amount, "currency", currency))
                .post("/sandbox/gateway/charges/" + charge + "/refunds")
                .then();
    }
}
