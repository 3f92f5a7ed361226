package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.event;
import static dev.payonce.refund.RefundFixture.lost;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.refund.RefundFixture.refundedAmount;
import static dev.payonce.refund.RefundFixture.sumGivenBack;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.RefundId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the gateway tells of refunds by itself: early, late, again, or of something else. */
@QuarkusTest
@WithStores
class RefundEventTest {

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    /** C21, of refunds. */
    @Test
    void anEventSettlesARefundWhoseAnswerWasLostOnceHoweverOftenItComes() throws Exception {
        Paid paid = paid(10_000);
        String key = aKey();
        Map<String, Object> event = lost(paid, key);

        List<Response> answers = Race.run(10, caller -> () -> GatewayEvents.send("refund.succeeded", event));

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(equalTo(204)));
        assertThat(refundedAmount(paid), equalTo(4000L));
        refund(paid, key, amount(4000)).then().statusCode(201).header("Idempotent-Replayed", "true");
        assertThat(sumGivenBack(paid), equalTo(4000L));
        assertThat(Ledger.of(paid.order()).calls("find_refund"), hasSize(0));
    }

    @Test
    void anEventOfAFailureGivesTheSumFree() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("outcome", "error500"));
        String id =
                refund(paid, key, amount(4000)).then().statusCode(202).extract().path("id");
        Gateway.behaveWell();

        GatewayEvents.send("refund.failed", event(paid, "rf_1", id, 4000))
                .then()
                .statusCode(204);

        refund(paid, key, amount(4000)).then().statusCode(402);
        refund(paid, Map.of()).then().statusCode(201).body("amount", equalTo(10_000));
    }

    @Test
    void aLateFailureLeavesARefundThatWentThrough() {
        Paid paid = paid(10_000);
        Map<String, Object> event = lost(paid, aKey());
        GatewayEvents.send("refund.succeeded", event).then().statusCode(204);

        GatewayEvents.send("refund.failed", event).then().statusCode(204);

        assertThat(refundedAmount(paid), equalTo(4000L));
    }

    @Test
    void anEventOfAnotherRefundIsRefusedAndALookUpTells() {
        Paid paid = paid(10_000);
        Map<String, Object> event = lost(paid, aKey());

        for (Map.Entry<String, ?> other : Map.of("amount", 4001, "currency", "EUR", "chargeId", "ch_other")
                .entrySet()) {
            Map<String, Object> wrong = new HashMap<>(event);
            wrong.put(other.getKey(), other.getValue());
            GatewayEvents.send("refund.succeeded", wrong)
                    .then()
                    .statusCode(409)
                    .body("code", equalTo("EVENT_MISMATCH"));
        }
        GatewayEvents.send(
                        "refund.succeeded", event(paid, "rf_1", RefundId.next().toString(), 4000))
                .then()
                .statusCode(404);
        GatewayEvents.send("refund.succeeded", event(paid, "rf_1", paid.payment(), 4000))
                .then()
                .statusCode(404);

        Poll.until(() -> refundedAmount(paid) == 4000);
        assertThat(Ledger.of(paid.order()).calls("find_refund"), not(empty()));
    }
}
