package dev.payonce.recovery;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.gateway.GatewayConfig;
import dev.payonce.payment.RecoveryConfig;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.PaymentId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Payments whose outcome was lost come to an end by themselves. */
@QuarkusTest
@WithStores
class RecoveryTest {

    private static final Duration RECOVERY = Duration.ofSeconds(30);

    @Inject
    RecoveryConfig recovery;

    @Inject
    GatewayConfig gateway;

    @Inject
    Database database;

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    /** C01, of a connection that was cut. */
    @Test
    void aChargeWhoseAnswerWasLostIsFoundAndSettled() {
        String order = anOrder();
        String token = aToken(order);
        pay(token, "pm_charge_then_cut").then().statusCode(202);

        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAID"));

        pay(token, "pm_charge_then_cut")
                .then()
                .statusCode(200)
                .header("Idempotent-Replayed", "true")
                .body("orderStatus", equalTo("PAID"));
        assertThat(Ledger.of(order).approved(), hasSize(1));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void aChargeThatNeverArrivedIsClosedAndTheOrderIsPayableAgain() {
        String order = anOrder();
        String token = aToken(order);
        pay(token, "pm_cut_without_charge").then().statusCode(202);

        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAYMENT_FAILED"));

        pay(token, "pm_cut_without_charge").then().statusCode(502).body("code", equalTo("GATEWAY_LOST"));
        pay(aToken(order)).then().statusCode(200);
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void aRepeatSendsAgainUnderTheSameKeyWhatTheGatewayDoesNotKnow() {
        String order = anOrder();
        String token = aToken(order);
        Gateway.behave(Map.of("outcome", "error500"));
        pay(token).then().statusCode(202);
        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> pay(token).statusCode() == 200);

        Ledger ledger = Ledger.of(order);
        assertThat(ledger.approved(), hasSize(1));
        assertThat(ledger.calls("charge"), hasSize(2));
        assertThat(
                ledger.calls("charge").stream()
                        .map(call -> call.get("idempotencyKey"))
                        .distinct()
                        .toList(),
                hasSize(1));
    }

    @Test
    void aGatewayThatDoesNotAnswerIsAskedUntilItDoes() {
        String order = anOrder();
        Gateway.behave(Map.of("lookup", false));
        pay(aToken(order), "pm_charge_then_cut").then().statusCode(202);
        Poll.until(RECOVERY, () -> Ledger.of(order).calls("find_charge").size() >= 3);
        assertThat(orderStatus(order), equalTo("PROCESSING"));

        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAID"));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void theHistoryTellsWhoBroughtItToItsEnd() {
        String order = anOrder();
        pay(aToken(order), "pm_charge_then_cut").then().statusCode(202);

        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAID"));

        asMerchant()
                .get("/orders/" + order + "/history")
                .then()
                .body("items.actor", hasItems("recovery"))
                .body("items.to", hasItems("PENDING", "PROCESSING", "PAID"));
    }

    @Test
    void anOperatorSeesWhatIsOpenAndHasItLookedUpNow() {
        String order = anOrder();
        String payment = pay(aToken(order), "pm_charge_then_cut")
                .then()
                .statusCode(202)
                .extract()
                .path("id");
        asOperator()
                .queryParam("limit", 100)
                .get("/recovery/payments")
                .then()
                .statusCode(200)
                .body("items.find { it.id == '" + payment + "' }.unknownReason", equalTo("connection_lost"));

        asMerchant().post("/payments/" + payment + "/recheck").then().statusCode(403);
        asOperator()
                .post("/payments/" + payment + "/recheck")
                .then()
                .statusCode(200)
                .body("status", equalTo("SUCCEEDED"));

        assertThat(orderStatus(order), equalTo("PAID"));
        asOperator().post("/payments/pay_0000000000000/recheck").then().statusCode(404);
        asOperator()
                .queryParam("after", "pay_")
                .get("/recovery/payments")
                .then()
                .statusCode(400);
    }

    /** A call that was held up before it left has the gateway's whole time limit before it. */
    @Test
    void aChargeIsNotGivenUpAsLongAsItsCallMayHaveLeftLate() {
        String order = anOrder();
        Gateway.behave(Map.of("outcome", "error500"));
        PaymentId payment = PaymentId.fromString(
                pay(aToken(order)).then().statusCode(202).extract().path("id"));
        Gateway.behaveWell();
        Duration latest = recovery.lastArrival(gateway);

        sentBefore(payment, latest.minusSeconds(4));
        asOperator().post("/payments/" + payment + "/recheck").then().body("status", equalTo("PROCESSING"));
        sentBefore(payment, latest.plusSeconds(1));
        asOperator().post("/payments/" + payment + "/recheck").then().body("status", equalTo("FAILED"));

        assertThat(Ledger.of(order).approved(), hasSize(0));
        assertThat(latest.minus(gateway.maxDelay()), greaterThan(recovery.after()));
    }

    private void sentBefore(PaymentId payment, Duration time) {
        database.update(
                "update payment set sent_at = utc_timestamp(6) - interval ? second where id = ?",
                time.toSeconds(),
                payment.value());
    }

    /** C04 ii: the charge is booked after the gateway's own time limit, when the payment has long been closed. */
    @Test
    void aChargeThatTurnsUpAfterThePaymentWasClosedIsRefundedByItself() {
        String order = anOrder();
        Gateway.behave(Map.of("delayBeforeMillis", 18_000));
        pay(aToken(order)).then().statusCode(202);
        Gateway.behaveWell();
        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAYMENT_FAILED"));
        assertThat(Ledger.of(order).approved(), hasSize(0));

        Poll.until(RECOVERY, () -> Ledger.of(order).refunded() == 1800);

        assertThat(Ledger.of(order).approved(), hasSize(1));
        assertThat(orderStatus(order), equalTo("PAYMENT_FAILED"));
        pay(aToken(order)).then().statusCode(200);
    }
}
