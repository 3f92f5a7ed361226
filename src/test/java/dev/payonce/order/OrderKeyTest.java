package dev.payonce.order;

import static dev.payonce.order.OrderFixture.goods;
import static dev.payonce.order.OrderFixture.items;
import static dev.payonce.order.OrderFixture.line;
import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code Idempotency-Key} on {@code POST /orders}. */
@QuarkusTest
@WithStores
class OrderKeyTest {

    private static final String REPLAYED = "Idempotent-Replayed";

    private static String aKey() {
        return "key-" + UUID.randomUUID();
    }

    private static Response place(String customer, String key, String body) {
        return as(customer).header("Idempotency-Key", key).body(body).post("/orders");
    }

    private static void assertOrders(String customer, int count) {
        as(customer).get("/orders").then().body("items", hasSize(count));
    }

    @Test
    void aRepeatIsAnsweredAsTheFirstWasAndMarked() {
        String alice = someone();
        String key = aKey();
        String body = items(line(goods(100, "USD"), 1));

        Response first = place(alice, key, body);
        String id = first.path("id");
        as(alice).post("/orders/" + id + "/cancel").then().statusCode(200);
        Response second = place(alice, '"' + key + '"', body);

        first.then().statusCode(201).header(REPLAYED, nullValue());
        second.then()
                .statusCode(201)
                .header(REPLAYED, "true")
                .header("ETag", first.header("ETag"))
                .header("Location", first.header("Location"));
        assertThat(second.asString(), equalTo(first.asString()));
        assertOrders(alice, 1);
    }

    @Test
    void theSameContentInAnotherSpellingReplays() {
        String alice = someone();
        String key = aKey();
        String first = asMerchant()
                .header("Idempotency-Key", key)
                .body("{\"customerId\": \"%s\", \"amount\": 10, \"currency\": \"USD\", \"description\": null}"
                        .formatted(alice))
                .post("/orders")
                .path("id");

        asMerchant()
                .header("Idempotency-Key", key)
                .body("{\"currency\":\"USD\",\n  \"amount\":10, \"customerId\":\"%s\"}".formatted(alice))
                .post("/orders")
                .then()
                .statusCode(201)
                .header(REPLAYED, "true")
                .body("id", equalTo(first));
    }

    @Test
    void theSameKeyWithOtherContentIsRefused() {
        String alice = someone();
        String key = aKey();
        String sku = goods(100, "USD");
        place(alice, key, items(line(sku, 1))).then().statusCode(201);

        place(alice, key, items(line(sku, 2)))
                .then()
                .statusCode(422)
                .header(REPLAYED, nullValue())
                .body("code", equalTo("IDEMPOTENCY_KEY_REUSED"));

        place(alice, key, items(line(sku, 1))).then().statusCode(201).header(REPLAYED, "true");
        assertOrders(alice, 1);
    }

    @Test
    void theSameKeyOfAnotherCallerIsAnotherKey() {
        String alice = someone();
        String bob = someone();
        String key = aKey();
        String body = items(line(goods(100, "USD"), 1));

        String alices = place(alice, key, body).path("id");
        Response bobs = place(bob, key, body);

        bobs.then().statusCode(201).header(REPLAYED, nullValue()).body("id", not(equalTo(alices)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "\"open", "\"a\" b"})
    void aMalformedKeyIsNamedAndNothingHappens(String key) {
        String alice = someone();

        place(alice, key, items(line(goods(100, "USD"), 1)))
                .then()
                .statusCode(400)
                .body("violations.field", contains("Idempotency-Key"));

        assertOrders(alice, 0);
    }

    @Test
    void aKeySentTwiceIsNamed() {
        as(someone())
                .header("Idempotency-Key", "one", "one")
                .body(items(line("tea", 1)))
                .post("/orders")
                .then()
                .statusCode(400)
                .body("violations.field", contains("Idempotency-Key"));
    }

    @Test
    void aRefusalOfTheGoodsIsFinalForItsKey() {
        String alice = someone();
        String key = aKey();
        String sku = "late-" + UUID.randomUUID();
        Response first = place(alice, key, items(line(sku, 1)));

        asMerchant()
                .body("{\"name\": \"Late\", \"price\": 1, \"currency\": \"USD\", \"available\": 1}")
                .put("/stock/" + sku)
                .then()
                .statusCode(200);

        first.then().statusCode(422).header(REPLAYED, nullValue());
        place(alice, key, items(line(sku, 1)))
                .then()
                .statusCode(422)
                .header(REPLAYED, "true")
                .body("code", equalTo("UNKNOWN_SKU"))
                .body("skus", contains(sku));
        place(alice, aKey(), items(line(sku, 1))).then().statusCode(201);
    }

    @Test
    void anInvalidRequestLeavesItsKeyFree() {
        String alice = someone();
        String key = aKey();
        String sku = goods(100, "USD");
        place(alice, key, items(line(sku, 0))).then().statusCode(400);
        place(alice, key, "{\"items\": [%s], \"amount\": 1}".formatted(line(sku, 1)))
                .then()
                .statusCode(403);

        place(alice, key, items(line(sku, 1))).then().statusCode(201).header(REPLAYED, nullValue());
    }

    @Test
    void twentyAtOnceMakeOneOrderAndGetOneAnswer() throws Exception {
        for (int round = 0; round < 10; round++) {
            String alice = someone();
            String key = aKey();
            String body = items(line(goods(100, "USD"), 1));

            List<Response> answers = Race.run(20, caller -> () -> place(alice, key, body));

            answers.forEach(answer -> answer.then().statusCode(201));
            assertThat(new HashSet<>(answers.stream().map(Response::asString).toList()), hasSize(1));
            assertOrders(alice, 1);
        }
    }

    @Test
    void manyKeysAtOnceDoNotStandInEachOthersWay() throws Exception {
        String alice = someone();
        String body = items(line(goods(100, "USD"), 1));

        List<Response> answers = Race.run(30, caller -> () -> place(alice, aKey(), body));

        answers.forEach(answer -> answer.then().statusCode(201).header(REPLAYED, nullValue()));
        assertThat(
                new HashSet<>(answers.stream().map(answer -> answer.path("id")).toList()), hasSize(30));
    }
}
