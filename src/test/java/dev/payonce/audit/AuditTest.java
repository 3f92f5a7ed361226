package dev.payonce.audit;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.bearer;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.not;

import dev.payonce.faults.MySql;
import dev.payonce.testsupport.Contract;
import dev.payonce.testsupport.ContractOperation;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.AuditId;
import dev.payonce.value.Stopwatch;
import dev.payonce.web.Role;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who did what, and was refused what, can be read afterwards; and it stands in nobody's way. */
@QuarkusTest
@WithStores
class AuditTest {

    private static final int FLOOD = 60;

    @Inject
    Database database;

    @Inject
    AuditBook book;

    @Inject
    AuditConfig config;

    @Inject
    MeterRegistry meters;

    @TestHTTPResource("/")
    URI service;

    private final String merchant = "shop-" + UUID.randomUUID();
    private final String customer = "buyer-" + UUID.randomUUID();

    @AfterEach
    void behaveWell() {
        Gateway.behaveWell();
    }

    @Test
    void whatAMerchantChangesIsKeptWithWhoWhatWhenAndFromWhere() {
        Instant before = Instant.now();

        String order = anOrderFrom(merchant);
        Response amended = asMerchant(merchant)
                .header("If-Match", "\"0\"")
                .header("X-Request-Id", "amending-it")
                .body(Map.of("amount", 700))
                .patch("/orders/" + order);
        asMerchant(merchant).post("/orders/" + order + "/cancel").then().statusCode(200);

        amended.then().statusCode(200);
        JsonPath entries = kept(merchant, 3);
        assertThat(
                entries.getList("items.collect { it.method + ' ' + it.path }"),
                contains("POST /orders/" + order + "/cancel", "PATCH /orders/" + order, "POST /orders"));
        assertThat(entries.getList("items.roles.flatten().unique()"), contains("merchant"));
        assertThat(entries.getList("items.result.unique()"), contains("DONE"));
        assertThat(entries.getList("items.address.unique()"), contains("127.0.0.1"));
        assertThat(entries.getString("items[1].requestId"), equalTo("amending-it"));
        assertThat(entries.getString("items[2].subject"), equalTo(order));
        assertThat(entries.getInt("items[2].status"), is(201));
        Instant at = Instant.parse(entries.getString("items[2].at"));
        assertThat(Duration.between(before, at).abs(), is(lessThan(Duration.ofMinutes(1))));
    }

    @Test
    void whatAnOwnerPaysOrIsDeclinedIsKeptAndAReplayIsNot() {
        String order = anOrder(customer, 1800, "USD");
        String declined = aToken(customer, order);
        payAs(customer, Map.of("token", declined, "paymentMethod", "pm_declined"))
                .then()
                .statusCode(402);
        String good = aToken(customer, order);
        Map<String, String> wish = Map.of("token", good, "paymentMethod", "pm_ok");

        String payment = payAs(customer, wish).path("id");
        payAs(customer, wish).then().statusCode(200).header("Idempotent-Replayed", "true");

        JsonPath entries = kept(customer, 2);
        assertThat(entries.getList("items.path"), contains("/pay", "/pay"));
        assertThat(entries.getList("items.status"), contains(200, 402));
        assertThat(entries.getString("items[0].subject"), equalTo(payment));
        assertThat(entries.getString("items[1].subject"), not(equalTo(payment)));
    }

    @Test
    void stockRefundsWebhooksAndLookUpsAreKept() {
        String payment = pay(aToken(anOrder())).path("id");
        asMerchant(merchant)
                .body(Map.of("name", "Goods", "price", 1, "currency", "USD", "available", 1))
                .put("/stock/audited")
                .then()
                .statusCode(200);
        String refund = asMerchant(merchant)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .body(Map.of("amount", 100))
                .post("/payments/" + payment + "/refunds")
                .path("id");
        String endpoint = asMerchant(merchant)
                .body(Map.of("url", "http://127.0.0.1:9/hook"))
                .post("/webhook-endpoints")
                .path("id");
        asMerchant(merchant).delete("/webhook-endpoints/" + endpoint).then().statusCode(204);
        asOperator().post("/payments/" + payment + "/recheck").then().statusCode(200);

        JsonPath entries = kept(merchant, 4);
        assertThat(
                entries.getList("items.collect { it.method + ' ' + it.path }"),
                contains(
                        "DELETE /webhook-endpoints/" + endpoint,
                        "POST /webhook-endpoints",
                        "POST /payments/" + payment + "/refunds",
                        "PUT /stock/audited"));
        assertThat(entries.getList("items.subject"), hasItem(refund));
        Poll.until(() -> list("actor=ops&result=DONE&limit=100")
                .getList("items.path")
                .contains("/payments/" + payment + "/recheck"));
    }

    @Test
    void whatEndsAfterItsCallerHasHungUpIsKeptAllTheSame() {
        String bought = anOrder();
        String payment = pay(aToken(bought)).path("id");
        String order = anOrder(customer, 1800, "USD");
        String token = aToken(customer, order);
        Gateway.behave(Map.of("delayBeforeMillis", 2000));

        CompletableFuture<?> refunding =
                post("/payments/" + payment + "/refunds", bearer(merchant, Role.MERCHANT), "{\"amount\":100}");
        CompletableFuture<?> paying =
                post("/pay", bearer(customer), "{\"token\":\"" + token + "\",\"paymentMethod\":\"pm_ok\"}");
        Poll.until(() -> !Ledger.of(bought).calls("refund").isEmpty()
                && !Ledger.of(order).calls("charge").isEmpty());
        refunding.cancel(true);
        paying.cancel(true);
        Poll.until(() -> refunds(payment).equals(List.of("SUCCEEDED"))
                && orderStatus(order).equals("PAID"));

        assertThat(kept(merchant, 1).getString("items[0].path"), equalTo("/payments/" + payment + "/refunds"));
        JsonPath paid = kept(customer, 1);
        assertThat(paid.getString("items[0].path"), equalTo("/pay"));
        assertThat(paid.getString("items[0].address"), equalTo("127.0.0.1"));
    }

    private static List<String> refunds(String payment) {
        return asMerchant().get("/payments/" + payment + "/refunds").jsonPath().getList("items.status");
    }

    /** To cancel it closes the connection. */
    private CompletableFuture<?> post(String path, String bearer, String body) {
        HttpRequest request = HttpRequest.newBuilder(service.resolve(path))
                .header("Authorization", "Bearer " + bearer)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().sendAsync(request, BodyHandlers.discarding());
    }

    static Stream<ContractOperation> withRoles() {
        return Contract.operations().stream()
                .filter(operation -> !operation.roles().isEmpty())
                .filter(operation ->
                        !operation.roles().containsAll(List.of(Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR)));
    }

    @ParameterizedTest
    @MethodSource("withRoles")
    void aCallThatTheRoleDoesNotAllowIsKept(ContractOperation operation) {
        String path = operation.at("x");

        refused(operation).request(operation.method(), path).then().statusCode(403);

        JsonPath entries = kept(customer, 1);
        assertThat(entries.getString("items[0].result"), equalTo("REFUSED"));
        assertThat(entries.getString("items[0].method"), equalTo(operation.method()));
        assertThat(entries.getString("items[0].path"), equalTo(path));
        assertThat(entries.getInt("items[0].status"), is(403));
    }

    private RequestSpecification refused(ContractOperation operation) {
        RequestSpecification call = operation.roles().contains(Role.CUSTOMER)
                ? given(customer, Role.OPERATOR)
                : given(customer, Role.CUSTOMER);
        call.header("If-Match", "\"0\"").header("Idempotency-Key", "key-1");
        return operation.takesBody() ? call.body(operation.exampleBody()) : call;
    }

    private static RequestSpecification given(String user, String role) {
        return RestAssured.given().auth().oauth2(bearer(user, role)).contentType("application/json");
    }

    @Test
    void aPriceThatACustomerNamesIsKeptAsRefused() {
        as(customer)
                .body(Map.of("customerId", "x", "amount", 1, "currency", "USD"))
                .post("/orders")
                .then()
                .statusCode(403);

        assertThat(kept(customer, 1).getString("items[0].path"), equalTo("/orders"));
    }

    /** Two in each time that is taken as one: on a busy machine the flood lasts longer than one. */
    @Test
    void aFloodOfRefusalsCostsTwoRows() {
        Stopwatch flood = Stopwatch.start();
        IntStream.range(0, FLOOD)
                .parallel()
                .forEach(i -> as(customer).get("/dead-letters").then().statusCode(403));
        long times = 1 + flood.elapsed().toMillis() / config.refusalsAsOne().toMillis();

        Poll.until(() -> times(customer) == FLOOD);
        assertThat(rows(customer), is(lessThanOrEqualTo(2 * times)));
        assertThat(list("actor=" + customer).getInt("items[-1].times"), is(1));
    }

    @Test
    void readingAndWhatChangesNothingIsNotKept() {
        String order = anOrder(customer, 1800, "USD");
        as(customer).get("/orders/" + order).then().statusCode(200);
        String token = aToken(customer, order);
        payAs(customer, Map.of("token", token, "paymentMethod", "pm_ok", "amount", 1))
                .then()
                .statusCode(422);
        payAs(customer, Map.of("token", "pt_forged", "paymentMethod", "pm_ok"))
                .then()
                .statusCode(400);
        as(customer).post("/orders/ord_0P4X8KQ2V9TBM/cancel").then().statusCode(404);

        as(customer).post("/orders/" + order + "/cancel").then().statusCode(200);

        assertThat(kept(customer, 1).getString("items[0].path"), equalTo("/orders/" + order + "/cancel"));
    }

    @Test
    void aTokenInAPathIsNotKept() {
        String token = aToken(customer, anOrder(customer, 1800, "USD"));

        as(customer)
                .header("Idempotency-Key", "key-1")
                .body(Map.of())
                .post("/payments/" + token + "/refunds")
                .then()
                .statusCode(403);

        assertThat(kept(customer, 1).getString("items[0].path"), equalTo("/payments/***/refunds"));
    }

    @Test
    void anAuditThatCannotBeKeptStopsNobodyIsSeenAndIsCaughtUp() {
        String order = anOrder(customer, 1800, "USD");
        String token = aToken(customer, order);
        double lost = lost();
        MySql.update("rename table audit_entry to audit_elsewhere");
        try {
            payAs(customer, Map.of("token", token, "paymentMethod", "pm_ok"))
                    .then()
                    .statusCode(200);
            Poll.until(() -> waiting() > 0);
            for (int i = 0; i < config.maxWaiting() + 5; i++) {
                goods(1);
            }
            assertThat(lost() - lost, is(greaterThan(4.0)));
            asOperator().get("/audit").then().statusCode(500);
        } finally {
            MySql.update("rename table audit_elsewhere to audit_entry");
        }

        assertThat(kept(customer, 1).getString("items[0].path"), equalTo("/pay"));
        Poll.until(() -> waiting() == 0);
        assertThat(meters.counter("payonce.audit", "result", "written").count(), is(greaterThan(0.0)));
    }

    @Test
    void theListHasPagesAndIsOfOneCallerOrResultIfThatIsWanted() {
        for (int i = 0; i < 3; i++) {
            anOrderFrom(merchant);
        }
        given(merchant, Role.CUSTOMER).get("/audit").then().statusCode(403);
        kept(merchant, 4);

        JsonPath first = list("limit=2&result=DONE&actor=" + merchant);
        JsonPath second = list("limit=2&result=DONE&actor=" + merchant + "&after=" + first.getString("next"));

        assertThat(first.getList("items"), hasSize(2));
        assertThat(second.getList("items"), hasSize(1));
        assertThat(second.getString("next"), is(equalTo(null)));
        assertThat(first.getList("items.id"), not(hasItem(second.getString("items[0].id"))));
        assertThat(list("result=REFUSED&limit=100").getList("items.result"), everyItem(equalTo("REFUSED")));
        assertThat(list("actor=nobody-" + UUID.randomUUID()).getList("items"), is(empty()));
        for (String wrong : List.of("after=x", "after=ord_0P4X8KQ2V9TBM", "result=x", "actor=%01", "limit=0")) {
            asOperator().urlEncodingEnabled(false).get("/audit?" + wrong).then().statusCode(400);
        }
    }

    @Test
    void anEntryIsForgottenAfterItsRetentionAndChangedNever() {
        anOrderFrom(merchant);
        String old = kept(merchant, 1).getString("items[0].id");
        database.update(
                "update audit_entry set at = utc_timestamp(6) - interval 366 day where id = ?",
                AuditId.parse(old).orElseThrow().value());

        book.forgetOld(1000);

        assertThat(list("actor=" + merchant).getList("items"), is(empty()));
    }

    private static String anOrderFrom(String merchant) {
        return asMerchant(merchant)
                .body(Map.of("customerId", "alice", "amount", 1800, "currency", "USD"))
                .post("/orders")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    /** The entries of a caller, as soon as there are so many. */
    private static JsonPath kept(String actor, int entries) {
        Poll.until(() -> list("actor=" + actor).getList("items").size() >= entries);
        JsonPath kept = list("actor=" + actor);
        assertThat(kept.getList("items"), hasSize(entries));
        return kept;
    }

    private static JsonPath list(String query) {
        return asOperator()
                .get("/audit?" + query)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    private static int times(String actor) {
        return list("actor=" + actor).getList("items.times", Integer.class).stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private long rows(String actor) {
        return database.number("select count(*) from audit_entry where actor = ?", (Object) actor.getBytes());
    }

    private double lost() {
        return meters.counter("payonce.audit", "result", "lost").count();
    }

    private double waiting() {
        return meters.get("payonce.audit.waiting").gauge().value();
    }
}
