package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.event;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.refund.RefundFixture.refundedAmount;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;

import dev.payonce.gateway.RefundResult;
import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import dev.payonce.value.RefundId;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Refunds that were given up, and went through: the answer stays, and the money is accounted for. */
@QuarkusTest
@WithStores
class LateRefundTest {

    @Inject
    RefundBook book;

    @Inject
    Database database;

    @Inject
    Scheduler jobs;

    @BeforeEach
    void silenceTheJobs() {
        jobs.pause();
    }

    @AfterEach
    void letTheJobsRun() {
        Gateway.behaveWell();
        jobs.resume();
    }

    @Test
    void whoeverTellsOfItAndHoweverOftenItIsCountedOnce() throws Exception {
        Paid payment = paid(10_000);
        RefundId lost = lost(payment, 4000);
        Map<String, Object> event = event(payment, "rf_1", lost.toString(), 4000);

        List<Response> answers = Race.run(10, caller -> () -> GatewayEvents.send("refund.succeeded", event));

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(equalTo(204)));
        assertThat(refundedAmount(payment), equalTo(4000L));
        assertThat(orderStatus(payment.order()), equalTo("PARTIALLY_REFUNDED"));
        asMerchant()
                .get("/payments/" + payment.payment() + "/refunds")
                .then()
                .body("items.reason", contains("late_refund", null))
                .body("items.status", contains("SUCCEEDED", "FAILED"));
        refund(payment, Map.of()).then().statusCode(201).body("amount", equalTo(6000));
    }

    /** The gateway cannot give back more than it took: what has no room now will have. */
    @Test
    void whileItsSumIsReservedAnewItStaysWatched() {
        Paid payment = paid(10_000);
        RefundId lost = lost(payment, 6000);
        Gateway.behave(Map.of("outcome", "error500"));
        String again =
                refund(payment, amount(6000)).then().statusCode(202).extract().path("id");
        Gateway.behaveWell();

        found(payment, lost, RefundResult.succeeded("rf_late"));
        assertThat(refundedAmount(payment), equalTo(0L));
        assertThat(watched(lost), equalTo(1L));

        found(payment, RefundId.fromString(again), RefundResult.declined("rf_again", "refund_exceeds_charge"));
        found(payment, lost, RefundResult.succeeded("rf_late"));
        assertThat(refundedAmount(payment), equalTo(6000L));
        assertThat(watched(lost), equalTo(0L));
    }

    /** What has gone back is not known, so its sum stays reserved, for all to see. */
    @Test
    void aRefundThatIsBookedInAnotherWayStaysOpenAndReserved() {
        Paid payment = paid(10_000);
        Gateway.behave(Map.of("outcome", "error500"));
        String open =
                refund(payment, amount(6000)).then().statusCode(202).extract().path("id");
        Gateway.behaveWell();

        found(payment, RefundId.fromString(open), RefundResult.unknown("gateway_mismatch"));

        asOperator()
                .queryParam("limit", 100)
                .get("/recovery/refunds")
                .then()
                .body("items.find { it.id == '" + open + "' }.unknownReason", equalTo("gateway_mismatch"));
        refund(payment, amount(4001)).then().statusCode(422).body("refundable", equalTo(4000));
    }

    private RefundId lost(Paid payment, long amount) {
        Gateway.behave(Map.of("outcome", "error500"));
        String id = refund(payment, aKey(), amount(amount))
                .then()
                .statusCode(202)
                .extract()
                .path("id");
        Gateway.behaveWell();
        RefundId lost = RefundId.fromString(id);
        book.lose(OrderId.fromString(payment.order()), lost);
        return lost;
    }

    private void found(Paid payment, RefundId refund, RefundResult result) {
        book.settle(OrderId.fromString(payment.order()), refund, result, "recovery");
    }

    private long watched(RefundId refund) {
        return database.number("select count(next_check_at) from refund where id = ?", refund.value());
    }
}
