package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.givenBack;
import static dev.payonce.refund.RefundFixture.lost;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.code;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.idempotency.KeyedRequest;
import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.GatewayEvents;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.RedisMemory;
import dev.payonce.testsupport.StoreCosts;
import dev.payonce.testsupport.StoreCosts.Cost;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.Sha256;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redis in front of the refunds: how one has ended it tells by itself; whatever it loses or brings back, MySQL decides. */
@QuarkusTest
@WithStores
class RefundReplayTest {

    private static final String REPLAYED = "Idempotent-Replayed";
    private static final Cost ONE_ROUND_TRIP = new Cost(0, 1);
    private static final Duration BACK = Duration.ofSeconds(15);

    @Inject
    StoreCosts costs;

    @Inject
    RedisDataSource redis;

    @Inject
    RedisMemory memory;

    @Inject
    Scheduler jobs;

    private Paid paid;
    private final String key = aKey();

    /** Statements are counted. */
    @BeforeEach
    void silenceTheJobs() {
        jobs.pause();
        paid = paid(10_000);
    }

    @AfterEach
    void letTheJobsRun() {
        Gateway.behaveWell();
        jobs.resume();
    }

    private Response refund(long amount) {
        return RefundFixture.refund(paid, key, amount(amount));
    }

    private void assertIsReplayed(Response first, Response again) {
        again.then().statusCode(201).header(REPLAYED, "true");
        assertThat(again.asString(), equalTo(first.asString()));
        assertThat(again.header("Location"), equalTo(first.header("Location")));
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
    }

    private void assertIsInRedis() {
        Poll.until(BACK, () -> {
            refund(4000).then().statusCode(201);
            return costs.statementsOf(() -> refund(4000)) == 0;
        });
    }

    @Test
    void aReplayOfARefundTakesNoStatementAtAll() {
        Response first = refund(4000);

        Cost cost = costs.of(() -> assertIsReplayed(first, refund(4000)));

        assertThat(cost, equalTo(ONE_ROUND_TRIP));
    }

    @Test
    void aReplayOfARefusalTakesNoStatementAtAll() {
        refund(10_001).then().statusCode(422).header(REPLAYED, nullValue());

        Cost cost = costs.of(() -> refund(10_001)
                .then()
                .statusCode(422)
                .header(REPLAYED, "true")
                .body("code", equalTo("REFUND_EXCEEDS_PAYMENT"))
                .body("paymentId", equalTo(paid.payment()))
                .body("refundable", equalTo(10_000))
                .body("$", not(hasKey("refundId"))));

        assertThat(cost, equalTo(ONE_ROUND_TRIP));
    }

    @Test
    void aReplayOfADeclineTakesNoStatementAtAll() {
        Gateway.behave(Map.of("outcome", "decline"));
        String id = refund(4000).then().statusCode(402).extract().path("refundId");

        Cost cost = costs.of(() -> refund(4000)
                .then()
                .statusCode(402)
                .header(REPLAYED, "true")
                .body("refundId", equalTo(id))
                .body("declineCode", equalTo("do_not_honor")));

        assertThat(cost, equalTo(ONE_ROUND_TRIP));
    }

    @Test
    void aStormOfOneKeyTakesAsManyStatementsAsOneRefund() throws Exception {
        long one = costs.statementsOf(() -> RefundFixture.refund(paid, aKey(), amount(1000)));
        Gateway.behave(Map.of("delayBeforeMillis", 300));

        long storm =
                costs.statementsOf(() -> storm().forEach(answer -> answer.then().statusCode(201)));

        assertThat(storm, equalTo(one));
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(2));
    }

    private List<Response> storm() {
        try {
            return Race.run(30, caller -> () -> refund(4000));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void otherContentIsRefusedWhetherRedisKnowsTheKeyOrNot() {
        Response first = refund(4000);

        Response known = refund(4001);
        redis.flushall();
        Response forgotten = refund(4001);

        for (Response other : List.of(known, forgotten)) {
            other.then().statusCode(422).header(REPLAYED, nullValue());
            assertThat(code(other), equalTo("IDEMPOTENCY_KEY_REUSED"));
        }
        assertIsReplayed(first, refund(4000));
    }

    @Test
    void theSameKeyOfAnotherMerchantOrForAnotherPaymentIsAnotherKey() {
        Paid otherPayment = paid(10_000);
        String first = refund(4000).path("id");

        Response others = asMerchant("another-shop")
                .header("Idempotency-Key", key)
                .body(amount(4000))
                .post("/payments/" + paid.payment() + "/refunds");
        Response ofOther = RefundFixture.refund(otherPayment, key, amount(4000));

        for (Response other : List.of(others, ofOther)) {
            other.then().statusCode(201).header(REPLAYED, nullValue()).body("id", not(equalTo(first)));
        }
        assertThat(givenBack(paid), hasSize(2));
        assertThat(givenBack(otherPayment), hasSize(1));
    }

    @Test
    void afterFlushallMySqlReplaysAndRedisLearnsItAgain() {
        Response first = refund(4000);

        redis.flushall();

        assertIsReplayed(first, refund(4000));
        assertThat(costs.of(() -> assertIsReplayed(first, refund(4000))), equalTo(ONE_ROUND_TRIP));
    }

    @Test
    void withRedisAwayARefundIsGivenOnceAndReplayedAndItsReturnIsNoticed() {
        Response first;
        Stores.stopRedis();
        try {
            first = refund(4000);
            first.then().statusCode(201).header(REPLAYED, nullValue());
            for (int i = 0; i < 10; i++) {
                assertIsReplayed(first, refund(4000));
            }
        } finally {
            Stores.restartRedis();
        }

        assertIsInRedis();
        assertIsReplayed(first, refund(4000));
    }

    @Test
    void withMySqlAwayWhatRedisHasIsStillReplayed() {
        Response first = refund(4000);

        Stores.pause(Stores.mysqlPid());
        Response again;
        try {
            again = refund(4000);
        } finally {
            Stores.resume(Stores.mysqlPid());
        }

        assertIsReplayed(first, again);
    }

    @Test
    void whatIsNotKnownYetIsNotKeptAndItsEndIs() {
        Map<String, Object> event = lost(paid, key);
        refund(4000).then().statusCode(202).header(REPLAYED, nullValue());
        assertThat(redis.key().exists(nameInRedis()), is(false));

        GatewayEvents.send("refund.succeeded", event).then().statusCode(204);

        Response end = refund(4000);
        end.then().statusCode(201).header(REPLAYED, "true");
        assertThat(costs.of(() -> assertIsReplayed(end, refund(4000))), equalTo(ONE_ROUND_TRIP));
    }

    /** As it was while nobody knew how the refund would end. */
    @Test
    void aClaimThatComesBackNeitherHidesTheEndNorHoldsItUp() throws Exception {
        Gateway.behave(Map.of("delayBeforeMillis", 1000));
        CompletableFuture<Response> first = CompletableFuture.supplyAsync(() -> refund(4000));
        Poll.until(() -> !Ledger.of(paid.order()).calls("refund").isEmpty());
        RedisMemory.Kept claim = memory.of(nameInRedis());
        first.get(20, TimeUnit.SECONDS).then().statusCode(201);

        memory.bringBack(claim.living(60_000));
        long start = System.nanoTime();
        Response again = refund(4000);

        assertIsReplayed(first.get(), again);
        assertThat(Duration.ofNanos(System.nanoTime() - start), lessThan(Duration.ofSeconds(8)));
        assertThat(costs.of(() -> assertIsReplayed(again, refund(4000))), equalTo(ONE_ROUND_TRIP));
    }

    /** Its owner died before MySQL heard of the wish. */
    @Test
    void whereTheOwnerOfAClaimGotNowhereItsTwinGoesTheWay() {
        String claim = nameInRedis();
        redis.hash(String.class).hset(claim, "owner", "somebody");
        redis.key().expire(claim, 60);

        Response first = refund(4000);

        first.then().statusCode(201).header(REPLAYED, nullValue());
        assertThat(costs.of(() -> assertIsReplayed(first, refund(4000))), equalTo(ONE_ROUND_TRIP));
    }

    private String nameInRedis() {
        String operation = "POST /payments/" + paid.payment() + "/refunds";
        byte[] scope = new KeyedRequest("shop", operation, key, null).scope();
        return "payonce:{" + HexFormat.of().formatHex(Sha256.of(scope, key.getBytes(UTF_8))) + "}:once";
    }
}
