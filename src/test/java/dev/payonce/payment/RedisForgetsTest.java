package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.RedisMemory;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Redis loses or brings back anything at any moment: no second charge, and no payment that cannot be made. */
@QuarkusTest
@WithStores
class RedisForgetsTest {

    private static final String TOKENS = "payonce:*:token";

    private static final Duration BACK_ON_THE_FAST_PATH = Duration.ofSeconds(15);

    @Inject
    RedisDataSource redis;

    @Inject
    RedisMemory memory;

    /** C09. */
    @Test
    void aUsedTokenThatComesBackReplaysTheOutcome() {
        String order = anOrder();
        String token = aToken(order);
        List<RedisMemory.Kept> before = memory.ofAll(TOKENS);
        Response paid = pay(token);

        redis.flushall();
        before.forEach(memory::bringBack);
        Response again = pay(token);

        assertThat(again.statusCode(), equalTo(200));
        assertThat(again.asString(), equalTo(paid.asString()));
        assertThat(again.header("Idempotent-Replayed"), equalTo("true"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** C09, while the gateway works. */
    @Test
    void aTokenThatComesBackWhileItsPaymentIsAtWorkWaits() throws Exception {
        String order = anOrder();
        String token = aToken(order);
        List<RedisMemory.Kept> before = memory.ofAll(TOKENS);

        List<Response> answers = Race.run(2, caller -> () -> {
            if (caller == 1) {
                Poll.until(() -> !Ledger.of(order).calls("charge").isEmpty());
                redis.flushall();
                before.forEach(memory::bringBack);
            }
            return pay(token, "pm_slow_2s");
        });

        assertThat(answers.get(0).statusCode(), equalTo(200));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** C09, FLUSHALL after the payment. */
    @Test
    void afterFlushallTheOutcomeIsReplayedFromMySql() {
        String order = anOrder();
        String token = aToken(order);
        Response paid = pay(token);

        redis.flushall();
        Response again = pay(token);

        assertThat(again.asString(), equalTo(paid.asString()));
        assertThat(again.header("Idempotent-Replayed"), equalTo("true"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** A consume that was given up ran after the payment, or what it had recorded was lost: Redis takes it for running. */
    @Test
    void anAnswerThatWasGivenIsGivenAgainThoughRedisTakesThePaymentForRunning() {
        redis.flushall();
        String order = anOrder();
        String token = aToken(order);
        Response paid = pay(token);
        String claim = redis.key().keys("payonce:*:claim").get(0);
        String running = Long.toString(System.currentTimeMillis() + 8_000);

        redis.hash(String.class).hdel(claim, "outcome");
        redis.hash(String.class).hset(claim, "lease", running);
        Response again = pay(token);

        assertThat(again.asString(), equalTo(paid.asString()));
        assertThat(again.header("Idempotent-Replayed"), equalTo("true"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** A request with another content was given the claim of a token that came back, and died with it. */
    @Test
    void anAnswerThatWasGivenIsGivenAgainThoughRedisTakesTheTokenForAnother() {
        redis.flushall();
        String order = anOrder();
        String token = aToken(order);
        Response paid = pay(token);
        String claim = redis.key().keys("payonce:*:claim").get(0);

        redis.hash(String.class).hdel(claim, "outcome");
        redis.hash(String.class).hset(claim, "fingerprint", "of another request");
        Response again = pay(token);

        assertThat(again.asString(), equalTo(paid.asString()));
        assertThat(again.header("Idempotent-Replayed"), equalTo("true"));
        pay(token, "pm_declined").then().statusCode(422);
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void aTokenThatRedisLostPaysOnceAllTheSame() throws Exception {
        String order = anOrder();
        String token = aToken(order);

        redis.flushall();
        List<Response> answers = Race.run(8, caller -> () -> pay(token));

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(equalTo(200)));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    /** C51. */
    @Test
    void anEmptiedScriptCacheFailsNoPayment() throws Exception {
        List<String> orders = IntStream.range(0, 20).mapToObj(i -> anOrder()).toList();
        List<String> tokens = orders.stream().map(Shop::aToken).toList();

        redis.execute("SCRIPT", "FLUSH");
        List<Response> answers = Race.run(20, caller -> () -> pay(tokens.get(caller)));

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(equalTo(200)));
        orders.forEach(order -> assertThat(Ledger.of(order).approved(), hasSize(1)));
    }

    /** C50, the short one. */
    @Test
    void withRedisStoppedTokensAreIssuedAndPayOnceAndItsReturnIsNoticed() {
        Stores.stopRedis();
        try {
            for (int i = 0; i < 12; i++) {
                String order = anOrder();
                long start = System.nanoTime();
                String token = aToken(order);
                pay(token).then().statusCode(200);
                pay(token).then().statusCode(200).header("Idempotent-Replayed", "true");
                assertThat(Duration.ofNanos(System.nanoTime() - start), lessThan(Duration.ofSeconds(10)));
                assertThat(Ledger.of(order).calls("charge"), hasSize(1));
            }
        } finally {
            Stores.restartRedis();
        }

        int before = redis.key().keys("payonce:*:claim").size();
        Poll.until(BACK_ON_THE_FAST_PATH, () -> {
            pay(aToken(anOrder())).then().statusCode(200);
            return redis.key().keys("payonce:*:claim").size() > before;
        });
    }
}
