package dev.payonce.testsupport;

import static io.restassured.RestAssured.given;

import java.util.Map;

/** How the sandbox gateway behaves until it is told otherwise. */
public final class Gateway {

    private Gateway() {}

    public static void behave(Map<String, ?> behaviour) {
        given().contentType("application/json")
                .body(behaviour)
                .put("/sandbox/gateway/behaviour")
                .then()
                .statusCode(200);
    }

    public static void behaveWell() {
        behave(Map.of());
    }
}
