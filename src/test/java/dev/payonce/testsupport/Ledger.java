package dev.payonce.testsupport;

import static io.restassured.RestAssured.given;

import io.restassured.path.json.JsonPath;
import java.util.List;
import java.util.Map;

/** The gateway's own books: the witness in every test of money. */
public record Ledger(JsonPath json) {

    public static Ledger of(String order) {
        return new Ledger(given().queryParam("orderId", order)
                .get("/sandbox/gateway/ledger")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath());
    }

    /** Charges that took money. */
    public List<Map<String, Object>> approved() {
        return json.getList("charges.findAll { it.status == 'approved' }");
    }

    public List<Map<String, Object>> charges() {
        return json.getList("charges");
    }

    public List<Map<String, Object>> calls(String kind) {
        return json.getList("calls.findAll { it.kind == '" + kind + "' }");
    }

    /** What went back, in minor units. */
    public int refunded() {
        return json.getInt("refunds.findAll { it.status == 'succeeded' }.collect { it.amount }.sum() ?: 0");
    }
}
