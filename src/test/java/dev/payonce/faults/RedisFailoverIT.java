package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.Stores;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Redis fails over to a copy that lacks its last seconds, or comes back without its scripts. */
@Tag("faults")
class RedisFailoverIT {

    private static final Duration BACK = Duration.ofSeconds(10);

    @BeforeEach
    void withoutOldKeys() {
        Redis.flushAll();
    }

    /** C09: the copy was cut off before the payment, so that it still has the token. */
    @Test
    void aTokenThatThePromotedCopyHoldsForUnusedReplaysItsOutcome() {
        try (OneWayProxy proxy = new OneWayProxy(Stores.redisPort());
                RedisReplica replica = RedisReplica.start();
                World world = World.with(through(proxy))) {
            String order = anOrder();
            String token = Redis.aTokenInIt(order, Redis::tokens);
            String unused = anOrder();
            String unusedToken = Redis.aTokenInIt(unused, Redis::tokens);
            Poll.until(replica::isInStep);
            replica.promote();
            Response paid = pay(token);
            String afterwards = anOrder();
            String unheardOf = aToken(afterwards);
            assertThat(paid.statusCode(), equalTo(200));
            long held = replica.tokens();
            assertThat(held, greaterThan(1L));

            proxy.leadTo(replica.port());

            // the gate takes the token for good once more, and MySQL knows better
            Poll.until(BACK, () -> pay(token).statusCode() == 200 && replica.tokens() < held);
            Response again = pay(token);
            assertThat(again.asString(), equalTo(paid.asString()));
            assertThat(again.header("Idempotent-Replayed"), equalTo("true"));
            assertThat(pay(unusedToken).statusCode(), equalTo(200));
            assertThat(pay(unheardOf).statusCode(), equalTo(200));
            for (String each : List.of(order, unused, afterwards)) {
                assertThat(world.calls(each, "charge"), hasSize(1));
                assertThat(orderStatus(each), equalTo("PAID"));
            }
        }
    }

    /** C09, while the payment is at work. */
    @Test
    void aFailoverWhileAPaymentIsAtWorkChargesNothingTwice() throws Exception {
        try (OneWayProxy proxy = new OneWayProxy(Stores.redisPort());
                RedisReplica replica = RedisReplica.start();
                World world = World.with(through(proxy))) {
            String order = anOrder();
            String token = aToken(order);
            Poll.until(replica::isInStep);
            replica.promote();
            world.gatewayBehaves(Map.of("delayBeforeMillis", 2500));
            var owner = world.payMeanwhile(token);
            Poll.until(() -> world.calls(order, "charge").size() == 1);

            proxy.leadTo(replica.port());
            List<Response> repeats = Race.run(8, caller -> () -> pay(token));

            assertThat(owner.get().statusCode(), equalTo(200));
            repeats.forEach(
                    repeat -> assertThat(repeat.statusCode() == 200 || repeat.statusCode() == 409, equalTo(true)));
            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(world.calls(order, "charge"), hasSize(1));
        }
    }

    /** C51, a replica promoted: its script cache is empty. */
    @Test
    void aPromotedCopyWithoutScriptsFailsNoPayment() throws Exception {
        try (OneWayProxy proxy = new OneWayProxy(Stores.redisPort());
                RedisReplica replica = RedisReplica.start();
                World world = World.with(through(proxy))) {
            pay(aToken(anOrder())).then().statusCode(200);
            List<String> orders = orders();
            List<String> tokens = orders.stream().map(Shop::aToken).toList();
            Poll.until(replica::isInStep);
            replica.promote();

            proxy.leadTo(replica.port());
            List<Response> answers = Race.run(20, caller -> () -> pay(tokens.get(caller)));

            assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(equalTo(200)));
            orders.forEach(order -> assertThat(world.calls(order, "charge"), hasSize(1)));
            Poll.until(BACK, () -> {
                pay(aToken(anOrder())).then().statusCode(200);
                return Redis.commandAt(replica.port(), "INFO", "commandstats").contains("cmdstat_evalsha");
            });
        }
    }

    /** C51, a restart with the data kept: tokens are there, scripts are not. */
    @Test
    void aRestartThatKeepsTokensAndForgetsScriptsFailsNoPayment() throws Exception {
        try (World world = World.with(Map.of())) {
            pay(aToken(anOrder())).then().statusCode(200);
            List<String> orders = orders();
            List<String> tokens = orders.stream().map(Shop::aToken).toList();
            long before = Stores.redisPid();

            Stores.kill(before);
            Stores.restartRedis();
            assertThat(Redis.tokens(), greaterThan(19L));
            List<Response> answers = Race.run(20, caller -> () -> pay(tokens.get(caller)));

            assertThat(Stores.redisPid() == before, equalTo(false));
            assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(equalTo(200)));
            orders.forEach(order -> assertThat(world.calls(order, "charge"), hasSize(1)));
        }
    }

    private static List<String> orders() {
        return IntStream.range(0, 20).mapToObj(i -> anOrder()).toList();
    }

    private static Map<String, String> through(OneWayProxy proxy) {
        return Map.of("quarkus.redis.hosts", "redis://127.0.0.1:" + proxy.port());
    }
}
