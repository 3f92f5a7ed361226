package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.givenBack;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.refund.RefundFixture.refundUntilKnown;
import static dev.payonce.refund.RefundFixture.refundedAmount;
import static dev.payonce.refund.RefundFixture.sumGivenBack;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.oneOf;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many wishes for money back at once. {@code -Dpayonce.test.rounds=20} runs each race as often. */
@QuarkusTest
@WithStores
class RefundRaceTest {

    private static final int ROUNDS = Integer.getInteger("payonce.test.rounds", 3);

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    /** C10 a. The gateway is slow, so that the first refund has not ended when the second is decided. */
    @Test
    void twoRefundsOfSixtyAgainstOneHundredAreOne() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Paid paid = paid(10_000);
            Gateway.behave(Map.of("delayBeforeMillis", 300));

            List<Response> answers = Race.run(2, caller -> () -> refund(paid, amount(6000)));

            assertThat(statuses(answers), containsInAnyOrder(201, 422));
            withStatus(answers, 422).get(0).then().body("refundable", equalTo(4000));
            assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
            assertThat(sumGivenBack(paid), equalTo(6000L));
            assertThat(refundedAmount(paid), equalTo(6000L));
        }
    }

    /** C10 b, and C57: nobody is told more of a fight over a row than to come again. */
    @Test
    void twentyRefundsOfTenAtOnceAreTen() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Paid paid = paid(10_000);

            List<Response> answers = Race.run(20, caller -> () -> refundUntilKnown(paid, amount(1000)));

            assertThat(statuses(answers), everyItem(is(oneOf(201, 422))));
            assertThat(withStatus(answers, 201), hasSize(10));
            assertThat(sumGivenBack(paid), equalTo(10_000L));
            assertThat(refundedAmount(paid), equalTo(10_000L));
            assertThat(orderStatus(paid.order()), equalTo("REFUNDED"));
        }
    }

    /** C10 c, on one instance. */
    @Test
    void twoFullRefundsAtOnceAreOne() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Paid paid = paid(10_000);

            List<Response> answers = Race.run(2, caller -> () -> refund(paid, Map.of()));

            assertThat(statuses(answers), containsInAnyOrder(201, 422));
            withStatus(answers, 422).get(0).then().body("refundable", equalTo(0));
            assertThat(sumGivenBack(paid), equalTo(10_000L));
        }
    }

    @Test
    void twinsOfOneKeyAreOneRefundAndAnswerAlike() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Paid paid = paid(10_000);
            String key = aKey();
            Gateway.behave(Map.of("delayBeforeMillis", 300));

            List<Response> answers = Race.run(10, caller -> () -> refund(paid, key, amount(1000)));

            assertThat(statuses(answers), everyItem(equalTo(201)));
            assertThat(answers.stream().map(Response::asString).distinct().toList(), hasSize(1));
            assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
            assertThat(givenBack(paid), hasSize(1));
        }
    }

    @Test
    void aTwinThatWaitedAnswersAsTheFirstAndIsNoReplay() throws Exception {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("delayBeforeMillis", 1000));

        List<Response> answers = Race.run(2, caller -> () -> refund(paid, key, amount(1000)));

        assertThat(statuses(answers), everyItem(equalTo(201)));
        assertThat(answers.get(0).asString(), equalTo(answers.get(1).asString()));
        answers.forEach(answer -> assertThat(answer.header("Idempotent-Replayed"), nullValue()));
    }

    @Test
    void aTwinThatCannotWaitLongerIsToldThatTheEndIsNotKnownYet() throws Exception {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("delayBeforeMillis", 3000));

        List<Response> answers = Race.run(2, caller -> () -> refund(paid, key, amount(1000)));

        assertThat(statuses(answers), containsInAnyOrder(201, 202));
        withStatus(answers, 202).get(0).then().body("status", equalTo("PROCESSING"));
        assertThat(
                answers.stream()
                        .map(answer -> answer.<String>path("id"))
                        .distinct()
                        .toList(),
                hasSize(1));
        assertThat(givenBack(paid), hasSize(1));
    }

    private static List<Integer> statuses(List<Response> answers) {
        return answers.stream().map(Response::statusCode).toList();
    }

    private static List<Response> withStatus(List<Response> answers, int status) {
        return answers.stream().filter(answer -> answer.statusCode() == status).toList();
    }
}
