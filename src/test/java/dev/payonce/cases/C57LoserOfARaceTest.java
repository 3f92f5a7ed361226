package dev.payonce.cases;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.oneOf;

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
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * C57: thirty at once on one order. Whoever loses is told so by a documented answer, never by a 500, and whoever is told to
 * come again comes to an end by repeating. {@code -Dpayonce.test.rounds=20} runs each mix as often.
 */
@QuarkusTest
@WithStores
class C57LoserOfARaceTest {

    private static final int CALLERS = 30;
    private static final int ROUNDS = Integer.getInteger("payonce.test.rounds", 1);
    private static final Duration UNTIL_TOLD = Duration.ofSeconds(30);

    private static final String INSERTING = "information_schema.processlist where info like 'insert into orders%'";

    @Inject
    Database database;

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    /** What one caller was told, one time after the other, until it was final. */
    private record Told(List<Response> answers) {

        Response end() {
            return answers.get(answers.size() - 1);
        }

        int status() {
            return end().statusCode();
        }
    }

    /** Repeats a request for as long as it is told that a repeat may go better. */
    private static Told untilTold(Callable<Response> request) {
        List<Response> answers = new ArrayList<>();
        Poll.until(UNTIL_TOLD, () -> {
            answers.add(call(request));
            Response last = answers.get(answers.size() - 1);
            boolean again = last.statusCode() >= 400 && Boolean.TRUE.equals(last.path("retryable"));
            return !again && last.statusCode() != 202;
        });
        return new Told(answers);
    }

    private static Response call(Callable<Response> request) {
        try {
            return request.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first half of the callers does one thing, the second half the other. */
    private static List<Told> race(IntFunction<Callable<Response>> one, IntFunction<Callable<Response>> other)
            throws Exception {
        List<Told> told = Race.run(CALLERS, caller -> () -> untilTold((caller % 2 == 0 ? one : other).apply(caller)));
        List<Response> answers =
                told.stream().flatMap(caller -> caller.answers().stream()).toList();
        assertThat(
                answers.stream().map(Response::statusCode).toList(),
                everyItem(is(in(Set.of(200, 201, 202, 204, 409, 412, 422, 503)))));
        answers.stream()
                .filter(answer -> answer.statusCode() >= 400)
                .forEach(answer -> assertThat(
                        answer.asString(),
                        answer.path("code"),
                        is(in(Set.of(
                                "ORDER_NOT_PAYABLE",
                                "ORDER_CHANGED",
                                "ORDER_IN_PAYMENT",
                                "ORDER_NOT_CANCELLABLE",
                                "PAYMENT_IN_PROGRESS",
                                "PRECONDITION_FAILED",
                                "PAYMENT_NOT_REFUNDABLE",
                                "REFUND_EXCEEDS_PAYMENT",
                                "STORE_UNAVAILABLE")))));
        return told;
    }

    private static Stream<Told> of(List<Told> told, int half) {
        return IntStream.range(0, told.size())
                .filter(caller -> caller % 2 == half)
                .mapToObj(told::get);
    }

    private static long count(Stream<Told> told, int status) {
        return told.filter(caller -> caller.status() == status).count();
    }

    @Test
    void payingWithTwoTokens() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            String one = aToken(order);
            String other = aToken(order);

            List<Told> told = race(caller -> () -> pay(one), caller -> () -> pay(other));

            assertThat(List.of(count(of(told, 0), 200), count(of(told, 1), 200)), containsInAnyOrder(15L, 0L));
            assertThat(List.of(count(of(told, 0), 409), count(of(told, 1), 409)), containsInAnyOrder(15L, 0L));
            assertThat(Ledger.of(order).calls("charge"), hasSize(1));
            assertThat(orderStatus(order), equalTo("PAID"));
        }
    }

    @Test
    void cancellingAndPaying() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            List<String> tokens = tokens(order);

            List<Told> told = race(
                    caller -> () -> as(ALICE).post("/orders/" + order + "/cancel"),
                    caller -> () -> pay(tokens.get(caller)));

            boolean paid = orderStatus(order).equals("PAID");
            assertThat(count(of(told, 1), 200), equalTo(paid ? 1L : 0L));
            assertThat(count(of(told, 0), 200), equalTo(paid ? 0L : 15L));
            assertThat(orderStatus(order), is(oneOf("PAID", "CANCELLED")));
            assertThat(Ledger.of(order).calls("charge"), hasSize(paid ? 1 : 0));
        }
    }

    @Test
    void refundingAPartAndRefundingTheRest() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder(ALICE, 10_000, "USD");
            String payment = pay(aToken(order)).then().statusCode(200).extract().path("id");
            List<String> keys = keys();

            List<Told> told = race(
                    caller -> () -> refund(payment, keys.get(caller), Map.of("amount", 3000)),
                    caller -> () -> refund(payment, keys.get(caller), Map.of()));

            int refunded = Ledger.of(order).refunded();
            assertThat(refunded, equalTo(10_000));
            assertThat(asMerchant().get("/payments/" + payment).<Integer>path("refundedAmount"), equalTo(refunded));
            assertThat(count(of(told, 1), 201), equalTo(1L));
            assertThat(count(of(told, 0), 201), lessThanOrEqualTo(3L));
            assertThat(orderStatus(order), equalTo("REFUNDED"));
        }
    }

    @Test
    void amendingAndPaying() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            List<String> tokens = tokens(order);

            List<Told> told = race(
                    caller -> () -> asMerchant()
                            .header("If-Match", "\"0\"")
                            .body(Map.of("amount", 2000 + caller))
                            .patch("/orders/" + order),
                    caller -> () -> pay(tokens.get(caller)));

            long amended = count(of(told, 0), 200);
            long paid = count(of(told, 1), 200);
            assertThat(amended + paid, equalTo(1L));
            assertThat(Ledger.of(order).approved(), hasSize((int) paid));
            if (paid == 1) {
                assertThat(
                        asMerchant().get("/orders/" + order).<Integer>path("amount"),
                        equalTo(Ledger.of(order).approved().get(0).get("amount")));
            }
        }
    }

    /** The gateway's event comes before, with and after its answer. */
    @Test
    void hearingTheGatewaysEventAndPaying() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String order = anOrder();
            String token = aToken(order);
            Gateway.behave(Map.of("delayAfterMillis", 100));

            CompletableFuture<Map<String, Object>> charge = new CompletableFuture<>();

            List<Told> told = race(
                    caller -> () -> {
                        if (caller == 0) {
                            charge.complete(chargeOf(order));
                        }
                        return GatewayEvents.send("charge.approved", charge.get(10, TimeUnit.SECONDS));
                    },
                    caller -> () -> pay(token));

            assertThat(count(of(told, 0), 204), equalTo(15L));
            assertThat(count(of(told, 1), 200), equalTo(15L));
            assertThat(Ledger.of(order).calls("charge"), hasSize(1));
            assertThat(
                    database.number(
                            "select count(*) from outbox_event where order_id = ? and type = 'order.paid'",
                            OrderId.parse(order).orElseThrow().value()),
                    equalTo(1L));
        }
    }

    private static Map<String, Object> chargeOf(String order) {
        Poll.until(() -> !Ledger.of(order).approved().isEmpty());
        return Ledger.of(order).approved().get(0);
    }

    /** Three equal inserts of one key, the first of which is killed in MySQL. */
    @Test
    void threeEqualKeysOfWhichTheFirstIsKilled() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String key = UUID.randomUUID().toString();
            String customer = "c57-" + key;
            Callable<List<Told>> three = () -> Race.run(
                    3,
                    caller -> () -> untilTold(() -> asMerchant()
                            .header("Idempotency-Key", key)
                            .body(Map.of("customerId", customer, "amount", 100, "currency", "USD"))
                            .post("/orders")));

            List<Response> ends =
                    whileTheFirstIsKilled(three).stream().map(Told::end).toList();

            assertThat(ends.stream().map(Response::statusCode).toList(), everyItem(equalTo(201)));
            assertThat(ends.stream().map(Response::asString).distinct().toList(), hasSize(1));
            assertThat(
                    database.number(
                            "select count(*) from orders where customer_id = ?", (Object) customer.getBytes(UTF_8)),
                    equalTo(1L));
        }
    }

    /** The first has its key and waits for the table of orders, which is locked until it is dead. */
    private List<Told> whileTheFirstIsKilled(Callable<List<Told>> race) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection locking = database.begin();
                Statement statement = locking.createStatement()) {
            statement.execute("lock tables orders write");
            Future<List<Told>> racing = thread.submit(race);
            Poll.until(() -> database.number("select count(*) from " + INSERTING) == 1);
            database.update("kill " + database.number("select id from " + INSERTING));
            statement.execute("unlock tables");
            return racing.get(UNTIL_TOLD.toSeconds(), TimeUnit.SECONDS);
        } finally {
            thread.shutdownNow();
        }
    }

    private static List<String> tokens(String order) {
        return Stream.generate(() -> aToken(order)).limit(CALLERS).toList();
    }

    private static List<String> keys() {
        return Stream.generate(() -> UUID.randomUUID().toString())
                .limit(CALLERS)
                .toList();
    }

    private static Response refund(String payment, String key, Map<String, ?> wish) {
        return asMerchant().header("Idempotency-Key", key).body(wish).post("/payments/" + payment + "/refunds");
    }
}
