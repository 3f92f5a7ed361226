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
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.RefundId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refunds whose answer was lost: the money goes back once, and the wish comes to its end. */
@QuarkusTest
@WithStores
class RefundLostTest {

    private static final Duration RECOVERY = Duration.ofSeconds(20);

    @Inject
    Database database;

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    /** C11. */
    @ParameterizedTest
    @ValueSource(strings = {"cut", "html", "empty", "unknownStatus", "wrongAmount"})
    void aRefundWhoseAnswerWasLostIsOneHoweverOftenItIsRepeated(String outcome) {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("outcome", outcome));

        List<Response> answers = IntStream.range(0, 6)
                .mapToObj(attempt -> refund(paid, key, Map.of()))
                .toList();

        Gateway.behaveWell();
        answers.forEach(answer -> answer.then()
                .statusCode(202)
                .header("Location", notNullValue())
                .header("Retry-After", notNullValue())
                .body("status", equalTo("PROCESSING")));
        String id = answers.get(0).path("id");
        assertThat(answers.stream().map(answer -> answer.<String>path("id")).toList(), everyItem(equalTo(id)));
        Poll.until(RECOVERY, () -> refund(paid, key, Map.of()).statusCode() == 201);
        refund(paid, key, Map.of())
                .then()
                .statusCode(201)
                .header("Idempotent-Replayed", "true")
                .body("id", equalTo(id));
        assertThat(givenBack(paid), hasSize(1));
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
        assertThat(orderStatus(paid.order()), equalTo("REFUNDED"));
    }

    /** C11: an open refund counts as spent. */
    @Test
    void whileARefundIsUnknownItsSumStaysReserved() {
        Paid paid = paid(10_000);
        Gateway.behave(Map.of("outcome", "cut"));
        refund(paid, amount(7000)).then().statusCode(202);
        Gateway.behaveWell();

        refund(paid, amount(3001))
                .then()
                .statusCode(422)
                .body("code", equalTo("REFUND_EXCEEDS_PAYMENT"))
                .body("refundable", equalTo(3000));
        assertThat(refundedAmount(paid), equalTo(0L));
        refund(paid, Map.of()).then().statusCode(201).body("amount", equalTo(3000));

        Poll.until(RECOVERY, () -> orderStatus(paid.order()).equals("REFUNDED"));
        assertThat(refundedAmount(paid), equalTo(10_000L));
        assertThat(sumGivenBack(paid), equalTo(10_000L));
    }

    /** C11: equal amounts are not the same wish; only the key is. */
    @Test
    void aSecondRefundOfTheSameAmountIsCarriedOutWhileTheFirstIsUnknown() {
        Paid paid = paid(10_000);
        Gateway.behave(Map.of("outcome", "cut"));
        String first =
                refund(paid, amount(2000)).then().statusCode(202).extract().path("id");
        Gateway.behaveWell();

        String second =
                refund(paid, amount(2000)).then().statusCode(201).extract().path("id");

        assertThat(second, not(equalTo(first)));
        Poll.until(RECOVERY, () -> status(first).equals("SUCCEEDED"));
        assertThat(sumGivenBack(paid), equalTo(4000L));
        assertThat(refundedAmount(paid), equalTo(4000L));
    }

    @Test
    void aRefundThatNeverArrivedIsSentAgainUnderItsOwnKey() {
        Paid paid = paid(10_000);
        Gateway.behave(Map.of("outcome", "error500"));
        String id = refund(paid, amount(2000)).then().statusCode(202).extract().path("id");
        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> status(id).equals("SUCCEEDED"));

        List<Map<String, Object>> calls = Ledger.of(paid.order()).calls("refund");
        assertThat(calls, hasSize(2));
        assertThat(calls.stream().map(call -> call.get("idempotencyKey")).toList(), everyItem(equalTo(id)));
        assertThat(sumGivenBack(paid), equalTo(2000L));
    }

    @Test
    void aRefundThatTheGatewayDeclinedUnheardGivesItsSumFree() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("outcome", "error500"));
        refund(paid, key, amount(2000)).then().statusCode(202);
        Gateway.behave(Map.of("outcome", "decline"));

        Poll.until(RECOVERY, () -> refund(paid, key, amount(2000)).statusCode() == 402);
        Gateway.behaveWell();

        refund(paid, Map.of()).then().statusCode(201).body("amount", equalTo(10_000));
        assertThat(sumGivenBack(paid), equalTo(10_000L));
    }

    @Test
    void aGatewayThatDoesNotAnswerIsAskedUntilItDoes() {
        Paid paid = paid(10_000);
        Gateway.behave(Map.of("outcome", "cut", "lookup", false));
        String id = refund(paid, amount(2000)).then().statusCode(202).extract().path("id");
        Poll.until(RECOVERY, () -> Ledger.of(paid.order()).calls("find_refund").size() >= 3);
        assertThat(status(id), equalTo("PROCESSING"));

        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> status(id).equals("SUCCEEDED"));
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
    }

    /** What one call did not do, an earlier one that is still on its way may do yet. */
    @Test
    void theRefusalOfASecondCallSettlesNothingWhileTheFirstMayArrive() {
        Paid paid = paid(10_000);
        Gateway.behave(Map.of("delayBeforeMillis", 8000));
        String id = refund(paid, amount(2000)).then().statusCode(202).extract().path("id");
        long row = RefundId.parse(id).orElseThrow().value();
        Gateway.behaveWell();

        database.update("update refund set currency = 'EUR' where id = ?", row);
        Poll.until(RECOVERY, () -> Ledger.of(paid.order()).calls("refund").size() >= 2);
        Poll.until(() ->
                "refused".equals(Ledger.of(paid.order()).calls("refund").get(1).get("ended")));
        database.update("update refund set currency = 'USD' where id = ?", row);

        Poll.until(RECOVERY, () -> !status(id).equals("PROCESSING"));
        assertThat(status(id), equalTo("SUCCEEDED"));
        assertThat(givenBack(paid), hasSize(1));
        assertThat(refundedAmount(paid), equalTo(2000L));
    }

    private static String status(String refund) {
        return asMerchant()
                .get("/refunds/" + refund)
                .then()
                .statusCode(200)
                .extract()
                .path("status");
    }
}
