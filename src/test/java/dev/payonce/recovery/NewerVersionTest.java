package dev.payonce.recovery;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.order.ExpireOrders;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import dev.payonce.value.RefundId;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Two versions on one schema: what the newer one writes is shown, left alone and never fatal. */
@QuarkusTest
@WithStores
class NewerVersionTest {

    private static final Duration RECOVERY = Duration.ofSeconds(30);

    @Inject
    Database database;

    @Inject
    RedisDataSource redis;

    @Inject
    ExpireOrders expireOrders;

    @Test
    void anOrderInAStateOfANewerVersionIsShownAndNotChanged() {
        String order = anOrder();
        String token = aToken(order);
        database.update("update orders set status = 'ON_HOLD' where id = ?", id(order));
        database.update(
                "insert into order_history (order_id, version, from_status, to_status, actor, reason, at)"
                        + " values (?, 1, 'PENDING', 'ON_HOLD', 'newer', 'held', utc_timestamp(6))",
                id(order));

        assertThat(orderStatus(order), equalTo("UNRECOGNIZED"));
        as(ALICE)
                .queryParam("limit", 100)
                .get("/orders")
                .then()
                .statusCode(200)
                .body("items.find { it.id == '" + order + "' }.status", equalTo("UNRECOGNIZED"));
        asMerchant()
                .get("/orders/" + order + "/history")
                .then()
                .statusCode(200)
                .body("items.to", hasItem("UNRECOGNIZED"));
        as(ALICE).body(Map.of("orderId", order)).post("/tokens").then().statusCode(409);
        laterElsewhere(as(ALICE).post("/orders/" + order + "/cancel"));
        laterElsewhere(
                asMerchant().header("If-Match", "*").body(Map.of("amount", 5)).patch("/orders/" + order));
        laterElsewhere(pay(token));
        assertThat(Ledger.of(order).calls("charge"), empty());
        assertThat(
                database.number("select count(*) from orders where id = ? and status = 'ON_HOLD'", id(order)),
                equalTo(1L));

        database.update("update orders set status = 'PENDING', version = 1 where id = ?", id(order));
        pay(token).then().statusCode(200);
    }

    @Test
    void aPaymentInAStateOfANewerVersionIsShownNotRepeatedAndNotGivenBack() {
        String order = anOrder();
        String token = aToken(order);
        String payment = pay(token).path("id");
        database.update("update payment set status = 'CAPTURED' where order_id = ?", id(order));
        redis.flushall();

        as(ALICE).get("/payments/" + payment).then().statusCode(200).body("status", equalTo("UNRECOGNIZED"));
        as(ALICE)
                .get("/orders/" + order + "/payments")
                .then()
                .statusCode(200)
                .body("items.status", equalTo(List.of("UNRECOGNIZED")));
        laterElsewhere(pay(token));
        laterElsewhere(refund(payment, Map.of()));
        laterElsewhere(GatewayEvents.send("charge.approved", charge(order)));
        asMerchant().get("/payments/" + payment + "/refunds").then().body("items", empty());

        database.update("update payment set status = 'SUCCEEDED' where order_id = ?", id(order));
        pay(token).then().statusCode(200);
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** Whatever it is that is new: the reason of a refusal, the order's state in an answer. */
    @Test
    void anAnswerThatOnlyANewerVersionKnowsIsNotMadeUp() {
        String order = anOrder();
        String token = aToken(order);
        pay(token, "pm_declined").then().statusCode(402);
        redis.flushall();

        database.update("update payment set refusal = 'FRAUD_SUSPECTED' where order_id = ?", id(order));
        laterElsewhere(pay(token, "pm_declined"));
        database.update(
                "update payment set refusal = 'PAYMENT_DECLINED', order_status = 'ON_HOLD' where order_id = ?",
                id(order));
        laterElsewhere(pay(token, "pm_declined"));

        database.update("update payment set order_status = 'PAYMENT_FAILED' where order_id = ?", id(order));
        pay(token, "pm_declined").then().statusCode(402).header("Idempotent-Replayed", "true");
    }

    @Test
    void theJobsPassOverWhatTheyDoNotKnowAndGoOnWithTheRest() {
        List<String> strange = List.of("status = 'CAPTURED'", "refusal = 'NEW'", "order_status = 'ON_HOLD'").stream()
                .map(this::duePaymentOfANewerVersion)
                .toList();
        String expiring = anOrder();
        String held = anOrder();
        database.update("update orders set expires_at = '2020-01-01' where id in (?, ?)", id(expiring), id(held));
        database.update("update orders set status = 'ON_HOLD' where id = ?", id(held));

        String order = anOrder();
        pay(aToken(order), "pm_charge_then_cut").then().statusCode(202);
        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAID"));
        // the job may have the same rows just now
        Poll.until(() -> {
            expireOrders.expire(200);
            return isInMySql(expiring, "EXPIRED");
        });

        assertThat(isInMySql(held, "ON_HOLD"), equalTo(true));
        strange.forEach(each ->
                assertThat(database.number("select checks from payment where order_id = ?", id(each)), equalTo(0L)));
        strange.forEach(
                each -> database.update("update payment set next_check_at = null where order_id = ?", id(each)));
    }

    private boolean isInMySql(String order, String status) {
        return database.number("select count(*) from orders where id = ? and status = ?", id(order), status) == 1;
    }

    private String duePaymentOfANewerVersion(String change) {
        String order = anOrder();
        pay(aToken(order), "pm_declined").then().statusCode(402);
        database.update(
                "update payment set " + change + ", next_check_at = '2020-01-01' where order_id = ?", id(order));
        return order;
    }

    @Test
    void aRefundInAStateOfANewerVersionIsShownAndCountsAsSpent() {
        String order = anOrder();
        String payment = pay(aToken(order)).path("id");
        String refund = refund(payment, Map.of("amount", 800)).path("id");
        database.update(
                "update refund set status = 'IN_REVIEW', next_check_at = '2020-01-01' where id = ?",
                RefundId.fromString(refund).value());

        asMerchant().get("/refunds/" + refund).then().statusCode(200).body("status", equalTo("UNRECOGNIZED"));
        asMerchant()
                .get("/payments/" + payment + "/refunds")
                .then()
                .statusCode(200)
                .body("items.status", equalTo(List.of("UNRECOGNIZED")));
        refund(payment, Map.of("amount", 1001)).then().statusCode(422).body("refundable", equalTo(1000));
        refund(payment, Map.of("amount", 100)).then().statusCode(201);

        database.update(
                "update refund set next_check_at = null where id = ?",
                RefundId.fromString(refund).value());
    }

    @Test
    void goodsThatMoveInAWayOfANewerVersionDisturbNobody() {
        String sku = "newer-" + UUID.randomUUID();
        asMerchant()
                .body(Map.of("name", "Goods", "price", 100, "currency", "USD", "available", 5))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
        String order = as(ALICE)
                .body(Map.of("items", List.of(Map.of("sku", sku, "quantity", 2))))
                .post("/orders")
                .path("id");
        database.update(
                "insert into stock_movement (order_id, sku, kind, quantity, at) values (?, ?, 'WISH', 1, utc_timestamp(6))",
                id(order),
                sku);

        pay(aToken(order)).then().statusCode(200);

        assertThat(database.number("select available from stock where sku = ?", sku), equalTo(3L));
    }

    @Test
    void aRecordedResultWithMoreInItIsReplayedAndOneThatCannotBeReadIsNotMadeUp() {
        String key = UUID.randomUUID().toString();
        Response first = order(key);

        database.update(
                "update idempotency_record set result = replace(result, '{\"order\"', '{\"new\":1,\"order\"')"
                        + " where idempotency_key = ?",
                key.getBytes(StandardCharsets.UTF_8));
        redis.flushall();
        Response again = order(key);
        assertThat(again.statusCode(), equalTo(201));
        assertThat(again.asString(), equalTo(first.asString()));

        database.update(
                "update idempotency_record set result = replace(result, 'PENDING', 'ON_HOLD') where idempotency_key = ?",
                key.getBytes(StandardCharsets.UTF_8));
        redis.flushall();
        laterElsewhere(order(key));
    }

    @Test
    void anOutcomeInRedisWithMoreInItIsNotFatal() {
        redis.flushall();
        String order = anOrder();
        String token = aToken(order);
        Response paid = pay(token);
        String claim = redis.key().keys("payonce:*:claim").get(0);
        String outcome = redis.hash(String.class).hget(claim, "outcome");

        for (String newer : List.of(
                outcome.replaceFirst("\\{", "{\"new\":1,"),
                outcome.replace("SUCCEEDED", "CAPTURED"),
                "{",
                "2:" + outcome)) {
            redis.hash(String.class).hset(claim, "outcome", newer);
            Response again = pay(token);

            assertThat(again.statusCode(), equalTo(200));
            assertThat(again.asString(), equalTo(paid.asString()));
        }
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    private static Response order(String key) {
        return asMerchant()
                .header("Idempotency-Key", key)
                .body(Map.of("customerId", ALICE, "amount", 100, "currency", "USD"))
                .post("/orders");
    }

    private static Response refund(String payment, Map<String, ?> wish) {
        return asMerchant()
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .body(wish)
                .post("/payments/" + payment + "/refunds");
    }

    private static Map<String, Object> charge(String order) {
        Map<String, Object> charge = new HashMap<>(Ledger.of(order).charges().get(0));
        charge.keySet().retainAll(List.of("id", "reference", "amount", "currency"));
        return charge;
    }

    /** An instance of the newer version will answer. */
    private static void laterElsewhere(Response answer) {
        answer.then().statusCode(503).body("code", equalTo("STORE_UNAVAILABLE")).body("retryable", equalTo(true));
    }

    private static long id(String order) {
        return OrderId.fromString(order).value();
    }
}
