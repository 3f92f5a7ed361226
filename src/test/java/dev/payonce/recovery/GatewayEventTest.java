package dev.payonce.recovery;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.anOrderOf;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.available;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the gateway tells by itself: early, late, twice, forged. */
@QuarkusTest
@WithStores
class GatewayEventTest {

    private static final int ROUNDS = Integer.getInteger("payonce.test.rounds", 3);

    @Inject
    Database database;

    @AfterEach
    void behaveWell() {
        Gateway.behaveWell();
    }

    @Test
    void anEventSettlesAPaymentWhoseAnswerWasLost() {
        String order = anOrder();
        pay(aToken(order), "pm_charge_then_cut").then().statusCode(202);

        GatewayEvents.send("charge.approved", charge(order)).then().statusCode(204);

        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(Ledger.of(order).calls("find_charge"), hasSize(0));
    }

    /** C21. */
    @Test
    void theSameEventTenTimesAtOnceAndUnderANewIdChangesNothing() throws Exception {
        String sku = goods(5);
        String order = anOrderOf(sku, 2);
        pay(aToken(order), "pm_charge_then_cut").then().statusCode(202);
        Map<String, Object> charge = charge(order);

        List<Response> answers = Race.run(10, caller -> () -> GatewayEvents.send("charge.approved", charge, "evt-1"));
        GatewayEvents.send("charge.approved", charge, "evt-1").then().statusCode(204);
        GatewayEvents.send("charge.approved", charge, "evt-2").then().statusCode(204);

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(equalTo(204)));
        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(paidMoves(order), hasSize(1));
        assertThat(paidEvents(order), equalTo(1L));
        assertThat(available(sku), equalTo(3));
    }

    /** C27, in the very moment of the second attempt's success and after it. */
    @Test
    void aLateFailureOfAnEarlierAttemptLeavesAPaidOrderPaid() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String sku = goods(5);
            String order = anOrderOf(sku, 2);
            pay(aToken(order), "pm_declined").then().statusCode(402);
            Map<String, Object> declined = charge(order);
            String token = aToken(order);

            List<Response> answers = Race.run(
                    2, caller -> () -> caller == 0 ? pay(token) : GatewayEvents.send("charge.declined", declined));
            GatewayEvents.send("charge.declined", declined).then().statusCode(204);

            assertThat(answers.get(0).statusCode(), equalTo(200));
            assertThat(answers.get(1).statusCode(), equalTo(204));
            assertThat(orderStatus(order), equalTo("PAID"));
            asMerchant()
                    .get("/orders/" + order + "/payments")
                    .then()
                    .body("items.status", containsInAnyOrder("FAILED", "SUCCEEDED"));
            assertThat(available(sku), equalTo(3));
        }
    }

    /** C22. */
    @Test
    void whatIsNotProvenChangesNothing() {
        String order = anOrder();
        // otherwise recovery finds the charge while a slow machine goes through all this
        Gateway.behave(Map.of("lookup", false));
        pay(aToken(order), "pm_charge_then_cut").then().statusCode(202);
        String body = GatewayEvents.body("charge.approved", charge(order));
        String now = Long.toString(Instant.now().getEpochSecond());
        String good = "v1," + GatewayEvents.sign("e", now, body);

        refused(GatewayEvents.post(body, "e", now, ""));
        refused(GatewayEvents.post(body, "e", now, "v1,AAAA"));
        refused(GatewayEvents.post(body.replace("1800", "1801"), "e", now, good));
        refused(GatewayEvents.post(body, "other", now, good));
        refused(GatewayEvents.post(body, "e", "", good));
        refused(GatewayEvents.post("", "e", now, good));
        refused(GatewayEvents.send(body, "e", Instant.now().minus(Duration.ofHours(1))));
        refused(GatewayEvents.send(body, "e", Instant.now().plus(Duration.ofHours(1))));
        assertThat(orderStatus(order), equalTo("PROCESSING"));

        GatewayEvents.post(body, "e", now, "v1,AAAA " + good).then().statusCode(204);
        GatewayEvents.post(body, "e", now, good).then().statusCode(204);
        assertThat(orderStatus(order), equalTo("PAID"));
    }

    /** C14. */
    @Test
    void anEventWithOtherMoneyOrAnotherOrderIsRefusedAndALookUpTells() {
        String order = anOrder();
        pay(aToken(order), "pm_charge_then_cut").then().statusCode(202);

        mismatch(with(charge(order), "amount", 100));
        mismatch(with(charge(order), "currency", "EUR"));
        mismatch(with(charge(order), "orderId", anOrder()));

        Poll.until(() -> orderStatus(order).equals("PAID"));
        assertThat(Ledger.of(order).calls("find_charge").size(), greaterThan(0));
        assertThat(Ledger.of(order).refunded(), equalTo(0));
    }

    @Test
    void anEventSettlesARefundWhoseAnswerWasLostAndAFailureAfterwardsChangesNothing() {
        String order = anOrder();
        String payment = pay(aToken(order)).then().statusCode(200).extract().path("id");
        Gateway.behave(Map.of("outcome", "cut"));
        String refund = asMerchant()
                .header("Idempotency-Key", "k-" + order)
                .body(Map.of("amount", 500))
                .post("/payments/" + payment + "/refunds")
                .then()
                .statusCode(202)
                .extract()
                .path("id");
        Gateway.behaveWell();
        Map<String, Object> booked = Map.of("id", "re_1", "reference", refund, "amount", 500, "currency", "USD");

        GatewayEvents.send("refund.succeeded", with(new HashMap<>(booked), "amount", 501))
                .then()
                .statusCode(409);
        GatewayEvents.send("refund.succeeded", booked).then().statusCode(204);
        GatewayEvents.send("refund.failed", booked).then().statusCode(204);

        asMerchant().get("/refunds/" + refund).then().body("status", equalTo("SUCCEEDED"));
        assertThat(orderStatus(order), equalTo("PARTIALLY_REFUNDED"));
    }

    /** C29. */
    @Test
    void anUnknownReferenceIsToBeSentAgainAndAnUnknownTypeIsNot() {
        Map<String, Object> unknown =
                Map.of("id", "ch_1", "reference", PaymentId.next().toString(), "amount", 100, "currency", "USD");

        GatewayEvents.send("charge.approved", unknown).then().statusCode(404);
        GatewayEvents.send("payout.created", Map.of()).then().statusCode(204);
        GatewayEvents.send("charge.approved", Map.of("id", "ch_1")).then().statusCode(400);
        GatewayEvents.send("{", "e", Instant.now()).then().statusCode(400);
    }

    private static Map<String, Object> charge(String order) {
        Map<String, Object> charge = new HashMap<>(Ledger.of(order).charges().get(0));
        charge.keySet().retainAll(List.of("id", "reference", "status", "amount", "currency", "code"));
        return charge;
    }

    private static Map<String, Object> with(Map<String, Object> charge, String field, Object value) {
        charge.put(field, value);
        return charge;
    }

    private static void refused(Response answer) {
        answer.then().statusCode(401).body("code", equalTo("SIGNATURE_INVALID"));
    }

    private static void mismatch(Map<String, Object> charge) {
        GatewayEvents.send("charge.approved", charge).then().statusCode(409).body("code", equalTo("EVENT_MISMATCH"));
    }

    private long paidEvents(String order) {
        return database.number(
                "select count(*) from outbox_event where order_id = ? and type = 'order.paid'",
                OrderId.fromString(order).value());
    }

    private static List<Object> paidMoves(String order) {
        return asMerchant()
                .get("/orders/" + order + "/history")
                .jsonPath()
                .getList("items.findAll { it.to == 'PAID' }");
    }
}
