package dev.payonce.buffer;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.BOB;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payOnceThereIsRoom;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.ExpiredToken;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.TokenSigner;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code Prefer: respond-async}: accepted at once, brought to its end by whoever has time. */
@QuarkusTest
@WithStores
class BufferTest {

    private static final int ROUNDS = Integer.getInteger("payonce.test.rounds", 2);
    private static final Duration RECOVERY = Duration.ofSeconds(30);
    /** Sooner than what is overdue is looked for: it was the bell that was heard. */
    private static final Duration BY_THE_BELL = Duration.ofMillis(4500);

    @Inject
    Workers workers;

    @Inject
    TokenSigner signer;

    @Inject
    Database database;

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
        workers.begin();
    }

    @Test
    void aPaymentForLaterIsAcceptedAtOnceAndEndsByItself() {
        String order = anOrder();
        String token = aToken(order);

        Gateway.behave(Map.of("delayBeforeMillis", 500));
        payOnceThereIsRoom(token, "pm_ok")
                .then()
                .statusCode(202)
                .header("Preference-Applied", "respond-async")
                .header("Location", startsWith("/payments/pay_"))
                .header("Retry-After", "1")
                .body("status", equalTo("PROCESSING"))
                .body("orderStatus", equalTo("PROCESSING"));

        Poll.until(BY_THE_BELL, () -> orderStatus(order).equals("PAID"));
        pay(token)
                .then()
                .statusCode(200)
                .header("Idempotent-Replayed", "true")
                .header("Preference-Applied", nullValue());
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void aDeclineEndsItAsUsualAndTheOrderIsPayableAgain() {
        String order = anOrder();
        String token = aToken(order);

        payOnceThereIsRoom(token, "pm_declined").then().statusCode(202);

        Poll.until(BY_THE_BELL, () -> orderStatus(order).equals("PAYMENT_FAILED"));
        payOnceThereIsRoom(token, "pm_declined")
                .then()
                .statusCode(402)
                .header("Idempotent-Replayed", "true")
                .body("declineCode", equalTo("do_not_honor"));
        assertThat(events(order, "order.payment_failed"), equalTo(1L));
        pay(aToken(order)).then().statusCode(200);
        assertThat(events(order, "order.paid"), equalTo(1L));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void whatIsRefusedToOthersIsRefusedToThoseWhoDoNotWait() {
        String order = anOrder();
        String token = aToken(order);
        as(BOB).header("Prefer", "respond-async")
                .body(Map.of("token", token, "paymentMethod", "pm_ok"))
                .post("/pay")
                .then()
                .statusCode(400)
                .body("code", equalTo("TOKEN_INVALID"));
        as(ALICE)
                .header("Prefer", "respond-async")
                .body(Map.of("token", token, "paymentMethod", "pm_ok", "amount", 1))
                .post("/pay")
                .then()
                .statusCode(422)
                .body("code", equalTo("TOKEN_MISMATCH"));
        refused(signer.sign(ExpiredToken.of(order), ALICE), 410, "TOKEN_EXPIRED");

        String spare = aToken(order);
        payOnceThereIsRoom(token, "pm_ok").then().statusCode(202);
        payOnceThereIsRoom(token, "pm_slow_2s").then().statusCode(422).body("code", equalTo("TOKEN_REUSED"));
        refused(spare, 409, "ORDER_NOT_PAYABLE");

        Poll.until(() -> orderStatus(order).equals("PAID"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void anAmendedOrderAndSoldOutGoodsAreNotAcceptedForLater() {
        String amended = anOrder();
        String token = aToken(amended);
        asMerchant()
                .header("If-Match", asMerchant().get("/orders/" + amended).header("ETag"))
                .body(Map.of("amount", 1000))
                .patch("/orders/" + amended)
                .then()
                .statusCode(200);
        refused(token, 409, "ORDER_CHANGED");

        String sku = "buffer-" + UUID.randomUUID();
        asMerchant()
                .body(Map.of("name", "Last one", "price", 500, "currency", "USD", "available", 1))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
        String first = anOrderOf(sku);
        String second = anOrderOf(sku);
        String late = aToken(second);
        payOnceThereIsRoom(aToken(first), "pm_ok").then().statusCode(202);
        refused(late, 422, "OUT_OF_STOCK");

        Poll.until(() -> orderStatus(first).equals("PAID"));
        assertThat(Ledger.of(second).calls("charge"), hasSize(0));
    }

    @Test
    void manyCallersWhoDoNotWaitAreOnePaymentAndOneCharge() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            String token = aToken(order);

            Gateway.behave(Map.of("delayBeforeMillis", 500));

            List<Response> answers = Race.run(20, caller -> () -> payOnceThereIsRoom(token, "pm_ok"));

            assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(is(in(Set.of(200, 202)))));
            assertThat(
                    answers.stream().map(answer -> answer.path("id")).distinct().toList(), hasSize(1));
            Poll.until(() -> orderStatus(order).equals("PAID"));
            assertThat(Ledger.of(order).calls("charge"), hasSize(1));
        }
    }

    @Test
    void callersWhoWaitAndCallersWhoDoNotAreOneCharge() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            String token = aToken(order);

            Gateway.behave(Map.of("delayBeforeMillis", 500));

            List<Response> answers =
                    Race.run(20, caller -> () -> caller % 2 == 0 ? pay(token) : payOnceThereIsRoom(token, "pm_ok"));

            assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(is(in(Set.of(200, 202)))));
            Poll.until(RECOVERY, () -> pay(token).statusCode() == 200);
            assertThat(orderStatus(order), equalTo("PAID"));
            assertThat(Ledger.of(order).calls("charge"), hasSize(1));
        }
    }

    @Test
    void aRepeatIsToldThatItWaitsWhetherItWaitsItselfOrNot() {
        workers.stop();
        String order = anOrder();
        String token = aToken(order);
        String payment = payOnceThereIsRoom(token, "pm_ok").path("id");

        payOnceThereIsRoom(token, "pm_ok").then().statusCode(202).body("id", equalTo(payment));
        pay(token)
                .then()
                .statusCode(202)
                .header("Preference-Applied", nullValue())
                .body("id", equalTo(payment));

        assertThat(Ledger.of(order).calls("charge"), hasSize(0));
        workers.begin();
        Poll.until(() -> orderStatus(order).equals("PAID"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void theOrderIsProcessingAndCanNeitherBeCancelledNorPaidMeanwhile() {
        workers.stop();
        String order = anOrder();
        payOnceThereIsRoom(aToken(order), "pm_ok").then().statusCode(202);

        assertThat(orderStatus(order), equalTo("PROCESSING"));
        as(ALICE).post("/orders/" + order + "/cancel").then().statusCode(409).body("code", equalTo("ORDER_IN_PAYMENT"));
        as(ALICE).body(Map.of("orderId", order)).post("/tokens").then().statusCode(409);
    }

    @Test
    void whatTheGatewayLostIsSentAgainUnderTheSameKeyWithoutARepeat() {
        String order = anOrder();
        Gateway.behave(Map.of("outcome", "error500"));
        payOnceThereIsRoom(aToken(order), "pm_ok").then().statusCode(202);
        Poll.until(() -> Ledger.of(order).calls("charge").size() == 1);
        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAID"));

        Ledger ledger = Ledger.of(order);
        assertThat(ledger.approved(), hasSize(1));
        assertThat(
                ledger.calls("charge").stream()
                        .map(call -> call.get("idempotencyKey"))
                        .distinct()
                        .toList(),
                hasSize(1));
    }

    @Test
    void anOutageLongerThanTheGatewaysTimeLimitDoesNotEndAPaymentThatIsStillWanted() {
        String order = anOrder();
        Gateway.behave(Map.of("outcome", "error500"));
        String payment = payOnceThereIsRoom(aToken(order), "pm_ok").path("id");
        Poll.until(() -> Ledger.of(order).calls("charge").size() == 1);
        database.update(
                "update payment set sent_at = sent_at - interval 1 hour, first_sent_at = sent_at where id = ?",
                PaymentId.fromString(payment).value());

        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> !orderStatus(order).equals("PROCESSING"));
        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void theGatewaysTimeLimitRunsFromTheCallAndNotFromTheAcceptance() {
        workers.stop();
        String order = anOrder();
        String payment = payOnceThereIsRoom(aToken(order), "pm_ok").path("id");
        database.update(
                "update payment set created_at = created_at - interval 1 hour where id = ?",
                PaymentId.fromString(payment).value());
        Gateway.behave(Map.of("outcome", "error500"));
        workers.begin();
        Poll.until(() -> Ledger.of(order).calls("charge").size() == 1);

        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> !orderStatus(order).equals("PROCESSING"));
        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    private static void refused(String token, int status, String code) {
        payOnceThereIsRoom(token, "pm_ok").then().statusCode(status).body("code", equalTo(code));
    }

    private static String anOrderOf(String sku) {
        return as(ALICE)
                .body(Map.of("items", List.of(Map.of("sku", sku, "quantity", 1))))
                .post("/orders")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private long events(String order, String type) {
        return database.number(
                "select count(*) from outbox_event where order_id = ? and type = ?",
                OrderId.fromString(order).value(),
                type);
    }
}
