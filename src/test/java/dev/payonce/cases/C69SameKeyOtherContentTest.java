package dev.payonce.cases;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.code;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payAs;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** C69: a key or token that is used again with another content never gets the first one's answer. */
@QuarkusTest
@WithStores
class C69SameKeyOtherContentTest {

    private static final String REPLAYED = "Idempotent-Replayed";

    /** Both know the first content, and either may be the one that is asked. */
    private enum Redis {
        REMEMBERS,
        HAS_FORGOTTEN
    }

    private final String key = UUID.randomUUID().toString();
    private final String customer = "c69-" + key;

    @Inject
    Database database;

    @Inject
    RedisDataSource redis;

    private Response place(String body) {
        return asMerchant()
                .header("Idempotency-Key", key)
                .body(body.formatted(customer))
                .post("/orders");
    }

    private long orders() {
        return database.number("select count(*) from orders where customer_id = ?", (Object) customer.getBytes(UTF_8));
    }

    private void let(Redis state) {
        if (state == Redis.HAS_FORGOTTEN) {
            redis.flushall();
        }
    }

    private static void assertReused(Response answer) {
        answer.then().statusCode(422).header(REPLAYED, nullValue());
        assertThat(code(answer), equalTo("IDEMPOTENCY_KEY_REUSED"));
    }

    @ParameterizedTest
    @EnumSource(Redis.class)
    void anOrderWithTheKeyOfAnotherAmountIsRefusedAndNotMade(Redis state) {
        String first = "{\"customerId\":\"%s\",\"amount\":10,\"currency\":\"USD\"}";
        Response made = place(first);
        let(state);

        assertReused(place("{\"customerId\":\"%s\",\"amount\":11,\"currency\":\"USD\"}"));
        assertReused(place("{\"customerId\":\"%s\",\"amount\":10,\"currency\":\"EUR\"}"));
        assertReused(place("{\"customerId\":\"%s\",\"amount\":10,\"currency\":\"USD\",\"description\":\"more\"}"));

        place(first).then().statusCode(201).header(REPLAYED, "true").body("id", equalTo(made.path("id")));
        assertThat(orders(), equalTo(1L));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"currency\":\"USD\",\"amount\":10,\"customerId\":\"%s\"}",
                "{ \"customerId\" : \"%s\" ,\n\t\"amount\": 10,\r\n \"currency\": \"USD\" }",
                "{\"customerId\":\"%s\",\"amount\":10,\"currency\":\"USD\",\"description\":null}",
                "{\"customerId\":\"%s\",\"amount\":10,\"currency\":\"\\u0055SD\"}"
            })
    void theSameOrderInAnotherSpellingReplays(String spelling) {
        Response made = place("{\"customerId\":\"%s\",\"amount\":10,\"currency\":\"USD\"}");

        place(spelling).then().statusCode(201).header(REPLAYED, "true").body("id", equalTo(made.path("id")));

        assertThat(orders(), equalTo(1L));
    }

    /** An integer has one spelling here: another one is no content at all, and leaves the key as it is. */
    @ParameterizedTest
    @ValueSource(strings = {"10.0", "1e1", "\"10\"", "10.5"})
    void anAmountInAnotherNotationIsInvalidBeforeAndAfterTheFirst(String amount) {
        String odd = "{\"customerId\":\"%s\",\"amount\":" + amount + ",\"currency\":\"USD\"}";
        place(odd).then().statusCode(400);

        place("{\"customerId\":\"%s\",\"amount\":10,\"currency\":\"USD\"}")
                .then()
                .statusCode(201)
                .header(REPLAYED, nullValue());
        place(odd).then().statusCode(400).header(REPLAYED, nullValue());

        assertThat(orders(), equalTo(1L));
    }

    @ParameterizedTest
    @EnumSource(Redis.class)
    void theSameKeyOnOrdersAndOnTwoPaymentsRefundsIsThreeKeys(Redis state) {
        String order = anOrder();
        String other = anOrder();
        String payment = pay(aToken(order)).path("id");
        String otherPayment = pay(aToken(other)).path("id");

        place("{\"customerId\":\"%s\",\"amount\":10,\"currency\":\"USD\"}")
                .then()
                .statusCode(201);
        let(state);
        refund(payment, Map.of("amount", 10)).then().statusCode(201).header(REPLAYED, nullValue());
        refund(otherPayment, Map.of("amount", 20)).then().statusCode(201).header(REPLAYED, nullValue());

        assertThat(Ledger.of(order).refunded(), equalTo(10));
        assertThat(Ledger.of(other).refunded(), equalTo(20));
        assertThat(orders(), equalTo(1L));
    }

    @ParameterizedTest
    @EnumSource(Redis.class)
    void aRefundWithTheKeyOfAnotherIsRefusedAndGivesNothing(Redis state) {
        String order = anOrder();
        String payment = pay(aToken(order)).path("id");
        Response first = refund(payment, Map.of("amount", 10));
        let(state);

        assertReused(refund(payment, Map.of("amount", 11)));
        assertReused(refund(payment, Map.of()));
        assertReused(refund(payment, Map.of("amount", 10, "reason", "another")));

        refund(payment, Map.of("amount", 10))
                .then()
                .statusCode(201)
                .header(REPLAYED, "true")
                .body("id", equalTo(first.path("id")));
        assertThat(Ledger.of(order).refunded(), equalTo(10));
    }

    private Response refund(String payment, Map<String, ?> wish) {
        return asMerchant().header("Idempotency-Key", key).body(wish).post("/payments/" + payment + "/refunds");
    }

    @ParameterizedTest
    @EnumSource(Redis.class)
    void aFinishedTokenWithAnotherAmountMethodOrOrderIsRefused(Redis state) {
        String order = anOrder();
        String token = aToken(order);
        Response paid = pay(token);
        let(state);

        assertToken(token, "TOKEN_MISMATCH", Map.of("amount", 1801));
        assertToken(token, "TOKEN_MISMATCH", Map.of("currency", "EUR"));
        assertToken(token, "TOKEN_MISMATCH", Map.of("orderId", anOrder()));
        assertToken(token, "TOKEN_REUSED", Map.of("paymentMethod", "pm_slow_2s"));

        Response again = pay(token);
        again.then().statusCode(200).header(REPLAYED, "true");
        assertThat(again.asString(), equalTo(paid.asString()));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    private static void assertToken(String token, String code, Map<String, ?> otherContent) {
        Map<String, Object> body = new LinkedHashMap<>(Map.of("token", token, "paymentMethod", "pm_ok"));
        body.putAll(otherContent);
        Response answer = payAs(ALICE, body);
        answer.then().statusCode(422).header(REPLAYED, nullValue());
        assertThat(code(answer), equalTo(code));
    }

    /** The cross-checks are no content: saying the token's own order and amount beside it changes nothing. */
    @Test
    void aFinishedTokenWithItsOwnAmountAndOrderReplays() {
        String order = anOrder();
        String token = aToken(order);
        pay(token).then().statusCode(200);

        payAs(
                        ALICE,
                        Map.of(
                                "paymentMethod",
                                "pm_ok",
                                "currency",
                                "USD",
                                "amount",
                                1800,
                                "orderId",
                                order,
                                "token",
                                token))
                .then()
                .statusCode(200)
                .header(REPLAYED, "true");

        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }
}
