package dev.payonce.buffer;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.payOnceThereIsRoom;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.PaymentId;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The stream is a bell: lost, rung twice or unreadable, it costs time and nothing else. */
@QuarkusTest
@WithStores
class LostBellTest {

    private static final String STREAM = "payonce:{buffer}:payments";
    private static final String GROUP = "workers";

    /** After {@code payonce.recovery.after} + {@code .every}, and a machine that is busy. */
    private static final Duration OVERDUE = Duration.ofSeconds(15);

    @Inject
    Workers workers;

    @Inject
    PaymentStream stream;

    @Inject
    RedisDataSource redis;

    @BeforeEach
    void nobodyWorks() {
        Poll.until(() -> workers.areIdle() && length() == 0);
        workers.stop();
    }

    @AfterEach
    void theyWork() {
        workers.begin();
    }

    @Test
    void whatIsAcceptedLiesInTheStreamUntilItIsDone() {
        List<String> orders = accept(5);
        Poll.until(() -> length() == 5);

        workers.begin();

        Poll.until(() -> allPaid(orders) && length() == 0);
        assertThat(pending(), equalTo(0L));
        orders.forEach(LostBellTest::isChargedOnce);
    }

    @Test
    void aStreamThatIsLostIsMadeUpForFromMySql() {
        List<String> orders = accept(10);
        Poll.until(() -> length() == 10);

        redis.flushall();
        workers.begin();

        Poll.until(OVERDUE, () -> allPaid(orders));
        orders.forEach(LostBellTest::isChargedOnce);
        String next = anOrder();
        payOnceThereIsRoom(aToken(next), "pm_ok").then().statusCode(202);
        Poll.until(() -> orderStatus(next).equals("PAID"));
    }

    @Test
    void withRedisAwayTheInstanceThatAcceptsSends() {
        workers.begin();
        Stores.stopRedis();
        try {
            List<String> orders = accept(3);
            Poll.until(Duration.ofMillis(4500), () -> allPaid(orders));
            orders.forEach(LostBellTest::isChargedOnce);
        } finally {
            Stores.restartRedis();
        }
    }

    @Test
    void whatWasAcceptedWithRedisAwayByAnInstanceThatThenDiedIsFoundInMySql() {
        Stores.stopRedis();
        List<String> orders;
        try {
            orders = accept(3);
            workers.begin();
            Poll.until(OVERDUE, () -> allPaid(orders));
        } finally {
            Stores.restartRedis();
        }

        orders.forEach(LostBellTest::isChargedOnce);
    }

    @Test
    void aBellThatIsRungOftenSendsOnce() {
        String order = anOrder();
        String payment = payOnceThereIsRoom(aToken(order), "pm_ok").path("id");
        for (int i = 0; i < 8; i++) {
            stream.ring(PaymentId.fromString(payment)).await().atMost(Duration.ofSeconds(10));
        }
        Poll.until(() -> length() == 9);

        workers.begin();

        Poll.until(() -> orderStatus(order).equals("PAID") && length() == 0);
        isChargedOnce(order);
    }

    @Test
    void bellsThatMeanNothingAreDroppedAndTheOthersHeard() {
        for (Map<String, String> nonsense :
                List.of(Map.of("payment", "rubbish"), Map.of("what", "ever"), Map.of("payment", "pay_0000000000000"))) {
            redis.stream(String.class).xadd(STREAM, nonsense);
        }
        List<String> orders = accept(1);

        workers.begin();

        Poll.until(() -> allPaid(orders) && length() == 0);
        assertThat(pending(), equalTo(0L));
    }

    @Test
    void whatAWorkerThatDiedHadTakenAnotherOneTakesOver() {
        accept(1);
        Poll.until(() -> length() == 1);
        redis.execute("XREADGROUP", "GROUP", GROUP, "dead", "STREAMS", STREAM, ">");
        assertThat(pending(), equalTo(1L));

        workers.begin();

        Poll.until(() -> length() == 0);
        assertThat(pending(), equalTo(0L));
    }

    @Test
    void anOperatorSeesWhatWaitsAndSendsItNow() {
        String order = anOrder();
        String payment = payOnceThereIsRoom(aToken(order), "pm_ok").path("id");
        asOperator()
                .queryParam("limit", 100)
                .get("/recovery/payments")
                .then()
                .statusCode(200)
                .body("items.find { it.id == '" + payment + "' }.sentAt", nullValue());

        asOperator()
                .post("/payments/" + payment + "/recheck")
                .then()
                .statusCode(200)
                .body("status", equalTo("SUCCEEDED"));

        isChargedOnce(order);
    }

    private static List<String> accept(int payments) {
        List<String> orders =
                IntStream.range(0, payments).mapToObj(i -> anOrder()).toList();
        orders.forEach(order -> payOnceThereIsRoom(aToken(order), "pm_ok")
                .then()
                .statusCode(202)
                .header("Retry-After", "1"));
        return orders;
    }

    private static boolean allPaid(List<String> orders) {
        return orders.stream().allMatch(order -> orderStatus(order).equals("PAID"));
    }

    private static void isChargedOnce(String order) {
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    private long length() {
        return redis.stream(String.class).xlen(STREAM);
    }

    private long pending() {
        return redis.execute("XPENDING", STREAM, GROUP).get(0).toLong();
    }
}
