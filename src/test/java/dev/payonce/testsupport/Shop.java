package dev.payonce.testsupport;

import static io.restassured.RestAssured.given;

import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Short ways to do over HTTP what the tests do all the time. */
public final class Shop {

    public static final String ALICE = "alice";
    public static final String BOB = "bob";

    private static final Map<String, String> SIGNED_IN = new ConcurrentHashMap<>();

    private Shop() {}

    /** For another service, with keys of its own. */
    public static void forgetSignIns() {
        SIGNED_IN.clear();
    }

    /** What a customer sends to say who it is: a secret. */
    public static String bearer(String user) {
        return bearer(user, "customer");
    }

    /** The same of any role. */
    public static String bearer(String user, String role) {
        return SIGNED_IN.computeIfAbsent(user + " " + role, key -> signIn(user, role));
    }

    public static RequestSpecification as(String user) {
        return as(user, "customer");
    }

    public static RequestSpecification asMerchant() {
        return asMerchant("shop");
    }

    public static RequestSpecification asMerchant(String name) {
        return as(name, "merchant");
    }

    public static RequestSpecification asOperator() {
        return as("ops", "operator");
    }

    private static RequestSpecification as(String user, String role) {
        return given().auth().oauth2(bearer(user, role)).contentType("application/json");
    }

    private static String field(ValidatableResponse answer, String name) {
        return Body.of(answer.extract().response()).getString(name);
    }

    private static String signIn(String user, String role) {
        return field(
                given().contentType("application/json")
                        .body(Map.of("user", user, "roles", List.of(role)))
                        .post("/sandbox/login")
                        .then()
                        .statusCode(200),
                "accessToken");
    }

    /** An order of Alice's for 18.00 USD. */
    public static String anOrder() {
        return anOrder(ALICE, 1800, "USD");
    }

    public static String anOrder(String customer, long amount, String currency) {
        return field(
                asMerchant()
                        .body(Map.of(
                                "customerId",
                                customer,
                                "amount",
                                amount,
                                "currency",
                                currency,
                                "description",
                                "a test"))
                        .post("/orders")
                        .then()
                        .statusCode(201),
                "id");
    }

    /** New goods for 2.50 USD a piece. */
    public static String goods(int pieces) {
        String sku = "goods-" + UUID.randomUUID();
        putInStock(sku, pieces);
        return sku;
    }

    public static void putInStock(String sku, int pieces) {
        asMerchant()
                .body(Map.of("name", "Goods", "price", 250, "currency", "USD", "available", pieces))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
    }

    /** An order of Alice's. */
    public static String anOrderOf(String sku, int pieces) {
        return field(
                as(ALICE)
                        .body(Map.of("items", List.of(Map.of("sku", sku, "quantity", pieces))))
                        .post("/orders")
                        .then()
                        .statusCode(201),
                "id");
    }

    /** Pieces that nobody holds. */
    public static int available(String sku) {
        return asMerchant()
                .queryParam("limit", 1)
                .queryParam("after", sku.substring(0, sku.length() - 1))
                .get("/stock")
                .jsonPath()
                .getInt("items.find { it.sku == '" + sku + "' }.available");
    }

    public static String aToken(String order) {
        return aToken(ALICE, order);
    }

    public static String aToken(String user, String order) {
        return field(
                as(user).body(Map.of("orderId", order)).post("/tokens").then().statusCode(201), "token");
    }

    public static Response pay(String token) {
        return pay(token, "pm_ok");
    }

    public static Response pay(String token, String paymentMethod) {
        return payAs(ALICE, Map.of("token", token, "paymentMethod", paymentMethod));
    }

    /** With {@code Prefer: respond-async}. */
    public static Response payLater(String token, String paymentMethod) {
        return as(ALICE)
                .header("Prefer", "respond-async")
                .body(Map.of("token", token, "paymentMethod", paymentMethod))
                .post("/pay");
    }

    /**
     * The same, again and again as a client does that is told to: for a moment after a test that filled the buffer, and as long
     * as MySQL is slow, the count of then still holds.
     */
    public static Response payOnceThereIsRoom(String token, String paymentMethod) {
        AtomicReference<Response> answer = new AtomicReference<>();
        Poll.until(() -> {
            answer.set(payLater(token, paymentMethod));
            return answer.get().statusCode() != 503;
        });
        return answer.get();
    }

    public static Response payAs(String user, Map<String, ?> body) {
        return as(user).body(body).post("/pay");
    }

    /** The stable code of a problem. */
    public static String code(Response problem) {
        return Body.of(problem).getString("code");
    }

    public static String orderStatus(String order) {
        return field(asMerchant().get("/orders/" + order).then().statusCode(200), "status");
    }
}
