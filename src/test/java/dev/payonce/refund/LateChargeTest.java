package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.givenBack;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.refund.RefundFixture.refundedAmount;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A charge that no order was waiting for goes back without a person, once, whoever comes across it. */
@QuarkusTest
@WithStores
class LateChargeTest {

    private static final Duration RECOVERY = Duration.ofSeconds(40);

    @Inject
    Database database;

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    @Test
    void aChargeThatTurnsUpAfterItsPaymentWasClosedIsRefunded() {
        String order = anOrder();
        Paid lost = lostPayment(order);
        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAYMENT_FAILED"));

        String charge = theGatewayCharges(lost, 1800);

        Poll.until(RECOVERY, () -> givenBack(lost).size() == 1);
        assertThat(givenBack(lost).get(0).get("chargeId"), equalTo(charge));
        Poll.until(RECOVERY, () -> statuses(lost).equals(List.of("SUCCEEDED")));
        assertThat(reasons(lost), contains("late_charge"));
        assertThat(orderStatus(order), equalTo("PAYMENT_FAILED"));
        assertThat(refundedAmount(lost), equalTo(0L));
        assertThat(events(order), equalTo(1L));
        pay(aToken(order)).then().statusCode(200);
    }

    @Test
    void aSecondChargeOfOnePaymentIsRefundedOnceHoweverOftenItIsTold() throws Exception {
        Paid paid = paid(1800);
        Gateway.behave(Map.of("honourKeys", false));
        String second = theGatewayCharges(paid, 1800);
        Gateway.behaveWell();
        Map<String, Object> event =
                Map.of("id", second, "reference", paid.payment(), "amount", 1800, "currency", "USD");

        List<Response> answers = Race.run(10, caller -> () -> GatewayEvents.send("charge.approved", event));

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(equalTo(204)));
        Poll.until(RECOVERY, () -> statuses(paid).equals(List.of("SUCCEEDED")));
        assertThat(givenBack(paid), hasSize(1));
        assertThat(givenBack(paid).get(0).get("chargeId"), equalTo(second));
        assertThat(orderStatus(paid.order()), equalTo("PAID"));
        assertThat(refundedAmount(paid), equalTo(0L));
        refund(paid, Map.of()).then().statusCode(201).body("amount", equalTo(1800));
        assertThat(Ledger.of(paid.order()).approved(), hasSize(2));
        assertThat(givenBack(paid), hasSize(2));
    }

    @Test
    void aChargeThatIsFoundWithAnotherAmountIsRefundedInFull() {
        String order = anOrder();
        Paid lost = lostPayment(order);
        theGatewayCharges(lost, 1801);

        Poll.until(RECOVERY, () -> orderStatus(order).equals("PAYMENT_FAILED"));
        Poll.until(RECOVERY, () -> statuses(lost).equals(List.of("SUCCEEDED")));

        assertThat(givenBack(lost).get(0).get("amount"), equalTo(1801));
        assertThat(reasons(lost), contains("late_charge"));
    }

    @Test
    void aChargeThatTheGatewayDeclinesToGiveBackIsTriedAnewUnderAnotherKey() {
        Paid paid = paid(1800);
        String second = aSecondCharge(paid);
        Gateway.behave(Map.of("outcome", "decline"));
        tell(paid, second);
        Poll.until(RECOVERY, () -> statuses(paid).contains("FAILED"));
        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> statuses(paid).contains("SUCCEEDED"));

        assertThat(givenBack(paid), hasSize(1));
        assertThat(givenBack(paid).get(0).get("chargeId"), equalTo(second));
        assertThat(refundedAmount(paid), equalTo(0L));
        assertThat(refundKeys(paid).size(), greaterThan(1));
        assertThat(refundKeys(paid).stream().distinct().count(), equalTo((long)
                refundKeys(paid).size()));
    }

    @Test
    void aChargeThatTheGatewayNeverGivesBackIsGivenUpAndOperatorsSeeIt() {
        Paid paid = paid(1800);
        String second = aSecondCharge(paid);
        Gateway.behave(Map.of("outcome", "decline"));
        tell(paid, second);

        Poll.until(RECOVERY, () -> statuses(paid).equals(List.of("FAILED", "FAILED", "FAILED")));

        String last =
                asMerchant().get("/payments/" + paid.payment() + "/refunds").path("items[0].id");
        asOperator()
                .queryParam("limit", 100)
                .get("/recovery/refunds")
                .then()
                .statusCode(200)
                .body("items.find { it.id == '" + last + "' }.unknownReason", equalTo("given_up"))
                .body("items.find { it.id == '" + last + "' }.status", equalTo("FAILED"))
                .body("items.findAll { it.paymentId == '" + paid.payment() + "' }", hasSize(1));
        asOperator().queryParam("after", "ref_").get("/recovery/refunds").then().statusCode(400);
        Gateway.behaveWell();
        tell(paid, second);
        assertThat(statuses(paid), hasSize(3));
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(3));
    }

    private static String aSecondCharge(Paid paid) {
        Gateway.behave(Map.of("honourKeys", false));
        String second = theGatewayCharges(paid, 1800);
        Gateway.behaveWell();
        return second;
    }

    private static void tell(Paid paid, String charge) {
        GatewayEvents.send(
                        "charge.approved",
                        Map.of("id", charge, "reference", paid.payment(), "amount", 1800, "currency", "USD"))
                .then()
                .statusCode(204);
    }

    private static List<Object> refundKeys(Paid paid) {
        return Ledger.of(paid.order()).calls("refund").stream()
                .map(call -> call.get("idempotencyKey"))
                .toList();
    }

    private static Paid lostPayment(String order) {
        String payment = pay(aToken(order), "pm_cut_without_charge")
                .then()
                .statusCode(202)
                .extract()
                .path("id");
        return new Paid(order, payment);
    }

    /** As a call does that arrives late; answers the gateway's id of the charge. */
    private static String theGatewayCharges(Paid of, long amount) {
        return given().contentType("application/json")
                .body(Map.of(
                        "reference",
                        of.payment(),
                        "orderId",
                        of.order(),
                        "amount",
                        amount,
                        "currency",
                        "USD",
                        "paymentMethod",
                        "pm_ok"))
                .post("/sandbox/gateway/charges")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private static List<String> statuses(Paid of) {
        return asMerchant().get("/payments/" + of.payment() + "/refunds").path("items.status");
    }

    private static List<String> reasons(Paid of) {
        return asMerchant().get("/payments/" + of.payment() + "/refunds").path("items.reason");
    }

    private long events(String order) {
        return database.number(
                "select count(*) from outbox_event where order_id = ? and type = 'refund.succeeded'",
                OrderId.parse(order).orElseThrow().value());
    }
}
