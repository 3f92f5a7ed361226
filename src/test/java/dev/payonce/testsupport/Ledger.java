package dev.payonce.testsupport;

import static io.restassured.RestAssured.given;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The gateway's own books: the witness in every test of money. */
public record Ledger(JsonObject json) {

    public static Ledger of(String order) {
        return new Ledger(Body.of(given().queryParam("orderId", order)
                .get("/sandbox/gateway/ledger")
                .then()
                .statusCode(200)
                .extract()
                .response()));
    }

    /** Charges that took money. */
    public List<Map<String, Object>> approved() {
        return entries("charges")
                .filter(charge -> "approved".equals(charge.get("status")))
                .toList();
    }

    public List<Map<String, Object>> charges() {
        return entries("charges").toList();
    }

    public List<Map<String, Object>> calls(String kind) {
        return entries("calls").filter(call -> kind.equals(call.get("kind"))).toList();
    }

    /** Refunds that went back. */
    public List<Map<String, Object>> succeeded() {
        return entries("refunds")
                .filter(refund -> "succeeded".equals(refund.get("status")))
                .toList();
    }

    /** What went back, in minor units. */
    public int refunded() {
        return succeeded().stream()
                .mapToInt(refund -> (Integer) refund.get("amount"))
                .sum();
    }

    private Stream<Map<String, Object>> entries(String list) {
        return json.getJsonArray(list).stream().map(entry -> ((JsonObject) entry).getMap());
    }
}
