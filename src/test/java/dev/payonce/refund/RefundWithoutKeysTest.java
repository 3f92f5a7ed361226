package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.givenBack;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.refund.RefundFixture.refundedAmount;
import static dev.payonce.refund.RefundFixture.sumGivenBack;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** C11 with a gateway that ignores keys: what may have arrived is looked up, and never sent again. */
@QuarkusTest
@WithStores
@TestProfile(RefundWithoutKeysTest.KeysAreIgnored.class)
class RefundWithoutKeysTest {

    public static class KeysAreIgnored implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("payonce.gateway.honours-keys", "false");
        }
    }

    private static final Duration RECOVERY = Duration.ofSeconds(30);

    @BeforeEach
    void keysAreIgnored() {
        Gateway.behave(Map.of("honourKeys", false));
    }

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    @Test
    void aRefundWhoseAnswerWasLostIsFound() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("honourKeys", false, "outcome", "cut"));
        refund(paid, key, amount(4000)).then().statusCode(202);
        Gateway.behave(Map.of("honourKeys", false));

        Poll.until(RECOVERY, () -> refund(paid, key, amount(4000)).statusCode() == 201);

        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
        assertThat(givenBack(paid), hasSize(1));
    }

    @Test
    void aRefundThatArrivesLateIsFoundAndNotSentAgain() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("honourKeys", false, "delayBeforeMillis", 5000));
        refund(paid, key, amount(4000)).then().statusCode(202);
        Gateway.behave(Map.of("honourKeys", false));

        Poll.until(RECOVERY, () -> refund(paid, key, amount(4000)).statusCode() == 201);

        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
        assertThat(givenBack(paid), hasSize(1));
    }

    /** As with charges: it is watched after it was given up, and what turns up all the same is accounted for. */
    @Test
    void aRefundThatNeverArrivedIsGivenUpAndIfItTurnsUpAllTheSameTheBooksAgree() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("honourKeys", false, "outcome", "error500"));
        String id =
                refund(paid, key, amount(4000)).then().statusCode(202).extract().path("id");
        Gateway.behave(Map.of("honourKeys", false));

        Poll.until(RECOVERY, () -> refund(paid, key, amount(4000)).statusCode() == 502);
        lost(refund(paid, key, amount(4000)));
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));

        theGatewayRefunds(paid, id, 4000);
        Poll.until(RECOVERY, () -> refundedAmount(paid) == 4000);

        lost(refund(paid, key, amount(4000)));
        asMerchant()
                .get("/payments/" + paid.payment() + "/refunds")
                .then()
                .body("items.reason", contains("late_refund", null))
                .body("items.status", contains("SUCCEEDED", "FAILED"));
        refund(paid, Map.of()).then().statusCode(201).body("amount", equalTo(6000));
        assertThat(sumGivenBack(paid), equalTo(10_000L));
        assertThat(orderStatus(paid.order()), equalTo("REFUNDED"));
    }

    private static void lost(Response answer) {
        answer.then().statusCode(502).header("Idempotent-Replayed", "true").body("code", equalTo("GATEWAY_LOST"));
    }

    /** As a call does that arrives late. */
    private static void theGatewayRefunds(Paid paid, String reference, long amount) {
        String charge = (String) Ledger.of(paid.order()).approved().get(0).get("id");
        given().contentType("application/json")
                .body(Map.of("reference", reference, "amount", amount, "currency", "USD"))
                .post("/sandbox/gateway/charges/" + charge + "/refunds")
                .then()
                .statusCode(201);
    }
}
