package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.BOB;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.anOrderOf;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payAs;
import static io.restassured.RestAssured.given;

import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.Stores;
import dev.payonce.value.DeadLetterId;
import dev.payonce.web.ProblemType;
import io.restassured.response.Response;
import io.smallrye.jwt.build.Jwt;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A customer and a merchant to whom everything happens that the contract knows of, with secrets that can be found again. */
final class Mishaps {

    /** How long tokens live for {@link #settings}: a test waits for the end of one. */
    static final Duration TOKEN_LIFE = Duration.ofSeconds(20);

    /** A payment method that looks like a card's number, and which the gateway does not know. */
    final String marked = "pm_marked_" + UUID.randomUUID() + "_4111111111111111";

    private final World world;
    private final Set<String> secrets = new LinkedHashSet<>();
    private final Set<ProblemType> met = EnumSet.noneOf(ProblemType.class);
    private final List<String> told = new ArrayList<>();

    private Mishaps(World world) {
        this.world = world;
        secrets.add(marked);
    }

    static Map<String, String> settings() {
        return World.patient(Map.of(
                "payonce.token.ttl", TOKEN_LIFE.toString(),
                "payonce.pay.wait", "200MS",
                "payonce.gateway.timeout", "12S",
                "payonce.gateway.max-delay", "15S",
                "payonce.limits.rejected-tokens-per-address-per-minute", "5",
                "payonce.webhooks.endpoints-per-merchant", "1",
                "payonce.webhooks.allow-local-targets", "true"));
    }

    static Mishaps in(World world) {
        Mishaps mishaps = new Mishaps(world);
        String early = mishaps.token(anOrder());
        Instant expired = Instant.now().plus(TOKEN_LIFE).plusSeconds(1);
        mishaps.brokenRequests();
        mishaps.wrongSignIns();
        mishaps.orders();
        mishaps.payments();
        mishaps.refunds();
        mishaps.operation();
        mishaps.faultsOfOurs();
        mishaps.forgedTokens();
        mishaps.expired(early, expired);
        return mishaps;
    }

    /** What was used and must be found nowhere. */
    Set<String> secrets() {
        return secrets;
    }

    Set<ProblemType> met() {
        return met;
    }

    /** The bodies of all refusals. */
    List<String> told() {
        return told;
    }

    private String token(String order) {
        String token = Shop.aToken(order);
        secrets.add(token);
        // without its signature it is worth nothing
        secrets.add(token.substring(token.length() - 43));
        return token;
    }

    private Response meet(ProblemType expected, Response answer) {
        if (!expected.name().equals(answer.path("code"))) {
            throw new AssertionError(expected + " was to be met, not " + answer.statusLine() + answer.asString());
        }
        met.add(expected);
        told.add(answer.asString());
        return answer;
    }

    private void brokenRequests() {
        String token = token(anOrder());
        for (String body : List.of(
                "{\"token\": \"" + token + "\", ",
                "{\"token\": \"" + token + "\", \"paymentMethod\": \"" + marked + "\", \"x\": 1}",
                "{\"token\": \"" + token + "\", \"token\": \"" + token + "\"}",
                "{\"token\": [\"" + token + "\"]}",
                "{\"token\": \"" + token + "\", \"paymentMethod\": \"" + marked + "\", \"amount\": \"" + token + "\"}",
                "\"" + token + "\"")) {
            meet(ProblemType.INVALID_REQUEST, as(ALICE).body(body).post("/pay"));
        }
        meet(
                ProblemType.PAYLOAD_TOO_LARGE,
                as(ALICE).body(token + "x".repeat(70_000)).post("/pay"));
        meet(
                ProblemType.UNSUPPORTED_MEDIA_TYPE,
                as(ALICE).contentType("text/plain").body(token).post("/pay"));
        meet(
                ProblemType.NOT_ACCEPTABLE,
                as(ALICE).accept("image/png").body(wish(token, marked)).post("/pay"));
        meet(ProblemType.METHOD_NOT_ALLOWED, as(ALICE).body(wish(token, marked)).put("/pay"));
    }

    private void wrongSignIns() {
        for (String user : List.of(ALICE, BOB)) {
            jwt(Shop.bearer(user));
        }
        jwt(Shop.bearer("shop", "merchant"));
        jwt(Shop.bearer("ops", "operator"));
        String signature = lastPart(Shop.bearer(ALICE));
        String altered = Shop.bearer(ALICE).replace(signature, new StringBuilder(signature).reverse());
        for (String bearer : List.of(altered, jwt(foreign()), jwt(expired()), token(anOrder()))) {
            meet(
                    ProblemType.UNAUTHENTICATED,
                    given().header("Authorization", "Bearer " + bearer).get("/orders"));
        }
        meet(
                ProblemType.SIGNATURE_INVALID,
                GatewayEvents.post("{}", "msg_1", "1", "v1," + GatewayEvents.sign("msg_1", "1", "{\"a\":1}")));
        meet(ProblemType.FORBIDDEN, as(ALICE).get("/recovery/payments"));
    }

    private String jwt(String bearer) {
        secrets.add(bearer);
        secrets.add(lastPart(bearer));
        return bearer;
    }

    private static String lastPart(String bearer) {
        return bearer.substring(bearer.lastIndexOf('.') + 1);
    }

    /** Good for somebody else's service. */
    private static String foreign() {
        try {
            KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
            keys.initialize(2048);
            return Jwt.subject(ALICE)
                    .issuer("payonce-sandbox")
                    .groups("customer")
                    .expiresIn(Duration.ofHours(1))
                    .sign(keys.generateKeyPair().getPrivate());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String expired() {
        return Jwt.subject(ALICE)
                .issuer(Stores.settings().get("mp.jwt.verify.issuer"))
                .groups("customer")
                .expiresAt(Instant.now().minusSeconds(600))
                .sign(Stores.settings().get("smallrye.jwt.sign.key.location"));
    }

    private void orders() {
        String sku = goods(1);
        meet(ProblemType.UNKNOWN_SKU, items("no-such-goods"));
        meet(ProblemType.MIXED_CURRENCIES, items(sku, priced(1, 100, "JPY")));
        String dear = priced(9, 999_999_999_999L, "USD");
        meet(ProblemType.AMOUNT_TOO_LARGE, items(dear, sku));
        meet(
                ProblemType.PRECONDITION_REQUIRED,
                asMerchant().body(Map.of("amount", 1)).patch("/orders/" + anOrder()));
        meet(ProblemType.PRECONDITION_FAILED, amend(anOrder(), "\"7\""));
        meet(ProblemType.AMOUNT_FROM_ITEMS, amend(anOrderOf(sku, 1), "\"0\""));
        String key = UUID.randomUUID().toString();
        as(ALICE)
                .header("Idempotency-Key", key)
                .body(items(1, sku))
                .post("/orders")
                .then()
                .statusCode(201);
        meet(
                ProblemType.IDEMPOTENCY_KEY_REUSED,
                as(ALICE).header("Idempotency-Key", key).body(items(2, sku)).post("/orders"));
        String first = token(anOrderOf(sku, 1));
        String second = token(anOrderOf(sku, 1));
        pay(first).then().statusCode(200);
        meet(ProblemType.OUT_OF_STOCK, pay(second, "pm_ok"));
    }

    private static String priced(int pieces, long price, String currency) {
        String sku = "goods-" + UUID.randomUUID();
        asMerchant()
                .body(Map.of("name", "Goods", "price", price, "currency", currency, "available", pieces))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
        return sku;
    }

    private static Response items(String... skus) {
        return as(ALICE)
                .body(Map.of(
                        "items",
                        List.of(skus).stream()
                                .map(sku -> Map.of("sku", sku, "quantity", 1))
                                .toList()))
                .post("/orders");
    }

    private static Map<String, ?> items(int quantity, String sku) {
        return Map.of("items", List.of(Map.of("sku", sku, "quantity", quantity)));
    }

    private static Response amend(String order, String tag) {
        return asMerchant().header("If-Match", tag).body(Map.of("amount", 1)).patch("/orders/" + order);
    }

    private void payments() {
        String order = anOrder();
        String token = token(order);
        String other = token(order);
        meet(ProblemType.TOKEN_MISMATCH, payAs(ALICE, Map.of("token", token, "paymentMethod", marked, "amount", 1)));
        meet(ProblemType.TOKEN_INVALID, payAs(BOB, wish(token, marked)));
        whileSlow(order, token);
        pay(token, "pm_slow_2s").then().statusCode(200);
        meet(ProblemType.TOKEN_REUSED, pay(token, marked));
        meet(ProblemType.ORDER_NOT_PAYABLE, pay(other, marked));
        meet(ProblemType.ORDER_NOT_CANCELLABLE, as(ALICE).post("/orders/" + order + "/cancel"));
        meet(ProblemType.GATEWAY_REFUSED, pay(token(anOrder()), marked));
        pay(token(anOrder()), "pm_charge_then_cut").then().statusCode(202);
        String amended = anOrder();
        String stale = token(amended);
        amend(amended, "\"0\"").then().statusCode(200);
        meet(ProblemType.ORDER_CHANGED, pay(stale, marked));
    }

    /** Another request, and a wish to cancel, while the gateway thinks. */
    private void whileSlow(String order, String token) {
        world.gatewayBehaves(Map.of("delayBeforeMillis", 5000));
        CompletableFuture<Response> slow = world.meanwhile(() -> pay(token, "pm_slow_2s"));
        Poll.until(() -> Shop.orderStatus(order).equals("PROCESSING"));
        meet(ProblemType.ORDER_IN_PAYMENT, as(ALICE).post("/orders/" + order + "/cancel"));
        meet(ProblemType.PAYMENT_IN_PROGRESS, pay(token, "pm_slow_2s"));
        slow.join();
        world.gatewayBehaves(Map.of());
    }

    private void refunds() {
        String order = anOrder();
        meet(ProblemType.PAYMENT_DECLINED, pay(token(order), "pm_declined"));
        String declined = asMerchant().get("/orders/" + order + "/payments").path("items[0].id");
        meet(
                ProblemType.PAYMENT_NOT_REFUNDABLE,
                refund(declined, 1, UUID.randomUUID().toString()));
        String payment = pay(token(order)).path("id");
        meet(
                ProblemType.IDEMPOTENCY_KEY_MISSING,
                asMerchant().body(Map.of("amount", 1)).post("/payments/" + payment + "/refunds"));
        meet(
                ProblemType.REFUND_EXCEEDS_PAYMENT,
                refund(payment, 999_999, UUID.randomUUID().toString()));
        world.gatewayBehaves(Map.of("outcome", "decline"));
        meet(ProblemType.REFUND_DECLINED, refund(payment, 1, UUID.randomUUID().toString()));
        world.gatewayBehaves(Map.of());
        refund(payment, 1, UUID.randomUUID().toString()).then().statusCode(201);
        meet(
                ProblemType.EVENT_MISMATCH,
                GatewayEvents.send(
                        "charge.approved",
                        Map.of("id", "ch_1", "reference", payment, "orderId", order, "amount", 1, "currency", "USD")));
    }

    private static Response refund(String payment, int amount, String key) {
        return asMerchant()
                .header("Idempotency-Key", key)
                .body(Map.of("amount", amount))
                .post("/payments/" + payment + "/refunds");
    }

    private void operation() {
        meet(ProblemType.NOT_FOUND, as(ALICE).get("/payments/pay_0P4X8KQ2V9TBM"));
        Response endpoint = endpoint();
        secrets.add(endpoint.path("secret"));
        meet(ProblemType.WEBHOOK_ENDPOINT_LIMIT, endpoint());
        pay(token(anOrder())).then().statusCode(200);
        asMerchant("leaky-shop").delete("/webhook-endpoints/" + endpoint.path("id"));
        meet(ProblemType.DEAD_LETTER_CLOSED, asOperator().post("/dead-letters/" + deadLetter() + "/redrive"));
    }

    private static Response endpoint() {
        return asMerchant("leaky-shop")
                .body(Map.of("url", "http://127.0.0.1:9/hook"))
                .post("/webhook-endpoints");
    }

    /** One that was handled, with a payment method in it. */
    private String deadLetter() {
        DeadLetterId id = DeadLetterId.next();
        String body = "{\"type\":\"order.payment\",\"data\":{\"payment_method\":\"" + marked + "\"}}";
        MySql.update(
                "insert into dead_letter (id, digest, broker, queue, message_id, reason, detail, status, deliveries, body,"
                        + " body_size, headers, first_seen_at, last_seen_at)"
                        + " values (?, unhex(sha2(?, 256)), 'test', 'payonce-commands', null, 'MALFORMED', 'a test',"
                        + " 'REDRIVEN', 1, ?, ?, '{}', utc_timestamp(6), utc_timestamp(6))",
                id.value(),
                id.toString(),
                body,
                body.length());
        return id.toString();
    }

    private void faultsOfOurs() {
        MySql.update("rename table stock to stock_elsewhere");
        try {
            meet(ProblemType.INTERNAL, given().get("/stock"));
        } finally {
            MySql.update("rename table stock_elsewhere to stock");
        }
        String token = token(anOrder());
        MySql.refuseWrites(1290);
        try {
            meet(ProblemType.STORE_UNAVAILABLE, pay(token, marked));
        } finally {
            MySql.takeWrites();
        }
        Stores.pause(Stores.redisPid());
        try {
            pay(token(anOrder())).then().statusCode(200);
        } finally {
            Stores.resume(Stores.redisPid());
        }
        Poll.until(() -> world.service().status("/q/health/ready") == 200);
    }

    private void forgedTokens() {
        for (int forged = 0; forged < 5; forged++) {
            String token = token(anOrder());
            payAs(BOB, wish(token, marked));
        }
        meet(ProblemType.RATE_LIMITED, payAs(BOB, wish(token(anOrder()), marked)));
    }

    private void expired(String early, Instant by) {
        Poll.until(TOKEN_LIFE.multipliedBy(2), () -> Instant.now().isAfter(by));
        meet(ProblemType.TOKEN_EXPIRED, pay(early, marked));
    }

    private static Map<String, String> wish(String token, String paymentMethod) {
        return Map.of("token", token, "paymentMethod", paymentMethod);
    }
}
