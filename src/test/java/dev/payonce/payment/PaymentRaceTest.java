package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.either;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many callers, one effect. {@code -Dpayonce.test.rounds=20} runs each race as often. */
@QuarkusTest
@WithStores
class PaymentRaceTest {

    private static final Duration ENDED = Duration.ofSeconds(30);
    private static final int ROUNDS = Integer.getInteger("payonce.test.rounds", 3);

    @AfterEach
    void behaveWell() {
        Gateway.behaveWell();
    }

    /** C02. */
    @Test
    void oneTokenFiredFiftyTimesAtOnceIsOneCall() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            String token = aToken(order);

            List<Response> answers = Race.run(50, caller -> () -> pay(token, "pm_slow_2s"));

            assertThat(statuses(answers), everyItem(is(in(Set.of(200, 409)))));
            List<Response> paid = withStatus(answers, 200);
            assertThat(paid.stream().map(Response::asString).distinct().toList(), hasSize(1));
            assertThat(
                    withStatus(answers, 409).stream().map(Shop::code).toList(),
                    everyItem(equalTo("PAYMENT_IN_PROGRESS")));
            assertThat(Ledger.of(order).calls("charge"), hasSize(1));
            Response late = pay(token, "pm_slow_2s");
            assertThat(late.header("Idempotent-Replayed"), equalTo("true"));
            assertThat(late.asString(), equalTo(paid.get(0).asString()));
        }
    }

    /** A twin that arrives while the payment is at work, and waits long enough, answers as the payment does. */
    @Test
    void aTwinThatWaitedAnswersAsTheFirstAndIsNoReplay() throws Exception {
        String token = aToken(anOrder());
        Gateway.behave(Map.of("delayBeforeMillis", 1000));

        List<Response> answers = Race.run(2, caller -> () -> pay(token));

        assertThat(statuses(answers), everyItem(equalTo(200)));
        assertThat(answers.get(0).asString(), equalTo(answers.get(1).asString()));
        answers.forEach(answer -> assertThat(answer.header("Idempotent-Replayed"), nullValue()));
    }

    /** C03 a. */
    @Test
    void twoTokensOfOneOrderAtOnceAreOneCharge() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            List<String> tokens = List.of(aToken(order), aToken(order));

            List<Response> answers = Race.run(2, caller -> () -> pay(tokens.get(caller)));

            assertThat(statuses(answers), containsInAnyOrder(200, 409));
            Response loser = withStatus(answers, 409).get(0);
            assertThat(Shop.code(loser), equalTo("ORDER_NOT_PAYABLE"));
            assertThat(loser.path("orderStatus"), either(equalTo("PROCESSING")).or(equalTo("PAID")));
            assertThat(Ledger.of(order).calls("charge"), hasSize(1));
            assertThat(orderStatus(order), equalTo("PAID"));
        }
    }

    /** C03 c and d. */
    @Test
    void aSecondTokenOfAPaidOrderIsRefusedForGoodAndAThirdIsNotIssued() {
        String order = anOrder();
        String first = aToken(order);
        String second = aToken(order);
        pay(first).then().statusCode(200);

        pay(second).then().statusCode(409).body("orderStatus", equalTo("PAID"));
        pay(second).then().statusCode(409).header("Idempotent-Replayed", "true").body("orderStatus", equalTo("PAID"));
        as(Shop.ALICE).body(Map.of("orderId", order)).post("/tokens").then().statusCode(409);

        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** C26 and C57: a cancel and a payment at once end in one of the two, never in both and never in an error. */
    @Test
    void cancelAndPayAtOnceEndInOneOfTheTwo() throws Exception {
        for (int round = 0; round < 5 * ROUNDS; round++) {
            String order = anOrder();
            String token = aToken(order);

            List<Response> answers = Race.run(
                    2, caller -> () -> caller == 0 ? pay(token) : as(Shop.ALICE).post("/orders/" + order + "/cancel"));

            assertThat(statuses(answers), containsInAnyOrder(200, 409));
            boolean paid = answers.get(0).statusCode() == 200;
            assertThat(orderStatus(order), equalTo(paid ? "PAID" : "CANCELLED"));
            assertThat(Ledger.of(order).calls("charge"), hasSize(paid ? 1 : 0));
        }
    }

    /** No thread and no connection of the service waits for the gateway. */
    @Test
    void fiveHundredSlowPaymentsAtOnceAreAllApproved() throws Exception {
        int payments = 500;
        List<String> orders =
                IntStream.range(0, payments).parallel().mapToObj(i -> anOrder()).toList();
        List<String> tokens = orders.parallelStream().map(Shop::aToken).toList();

        List<Response> answers = Race.run(payments, caller -> () -> payAgainWhereToldSo(tokens.get(caller)));

        // on a machine that is busy otherwise an answer may come after our time limit: accepted, and found by recovery
        assertThat(statuses(answers), everyItem(is(in(Set.of(200, 202)))));
        orders.parallelStream()
                .forEach(order -> Poll.until(ENDED, () -> orderStatus(order).equals("PAID")));
        assertThat(
                orders.parallelStream()
                        .filter(order -> Ledger.of(order).approved().size() != 1)
                        .toList(),
                hasSize(0));
    }

    /** Once: a service that held a connection while the gateway works would tell most of them so again. */
    private static Response payAgainWhereToldSo(String token) {
        Response answer = pay(token, "pm_slow_2s");
        return answer.statusCode() == 503 ? pay(token, "pm_slow_2s") : answer;
    }

    private static List<Integer> statuses(List<Response> answers) {
        return answers.stream().map(Response::statusCode).toList();
    }

    private static List<Response> withStatus(List<Response> answers, int status) {
        return answers.stream().filter(answer -> answer.statusCode() == status).toList();
    }
}
