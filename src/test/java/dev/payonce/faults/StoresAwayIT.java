package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The stores stop, hang and come back; the service needs no restart. */
@Tag("faults")
class StoresAwayIT {

    private static final Duration BACK = Duration.ofSeconds(10);

    /** C50: Redis hangs, then goes on; what lay in its socket is carried out late. */
    @Test
    void aRedisThatHangsStopsNoPaymentAndItsLateCommandsDoNoHarm() {
        try (World world = World.with(Map.of())) {
            String before = anOrder();
            String token = aToken(before);
            List<String> orders = new ArrayList<>(List.of(before));
            List<String> tokens = new ArrayList<>(List.of(token));

            Stores.pause(Stores.redisPid());
            try {
                pay(token).then().statusCode(200);
                for (int i = 0; i < 5; i++) {
                    String order = anOrder();
                    String another = aToken(order);
                    pay(another).then().statusCode(200);
                    orders.add(order);
                    tokens.add(another);
                }
            } finally {
                Stores.resume(Stores.redisPid());
            }

            tokens.forEach(each -> Poll.until(BACK, () -> pay(each).statusCode() == 200));
            orders.forEach(order -> assertThat(world.calls(order, "charge"), hasSize(1)));
        }
    }

    /** C64: MySQL is killed and restarted while a payment is at the gateway, and between payments. */
    @Test
    void aMySqlThatRestartsCostsSecondsAndNoMoney() throws Exception {
        try (World world = World.with(Map.of())) {
            for (int round = 0; round < 3; round++) {
                String order = anOrder();
                String token = aToken(order);
                world.gatewayBehaves(Map.of("delayBeforeMillis", 1000));
                CompletableFuture<Response> answer = world.payMeanwhile(token);
                Poll.until(() -> world.calls(order, "charge").size() == 1);

                Stores.kill(Stores.mysqlPid());
                assertThat(answer.get(20, TimeUnit.SECONDS).statusCode(), equalTo(202));
                assertThat(asMerchant().get("/orders/" + order).statusCode(), equalTo(503));
                Poll.until(BACK, () -> world.service().status("/q/health/ready") == 503);
                assertThat(world.service().status("/q/health/live"), equalTo(200));
                Stores.restartMysql();
                world.gatewayBehaves(Map.of());

                Poll.until(BACK, () -> asMerchant().get("/orders/" + order).statusCode() == 200);
                Poll.until(World.RECOVERY, () -> orderStatus(order).equals("PAID"));
                assertThat(world.approved(order), hasSize(1));
                pay(aToken(anOrder())).then().statusCode(200);
            }
        }
    }

    /** MySQL hangs: callers are told in time, and nothing is charged without a stored attempt. */
    @Test
    void aMySqlThatHangsIsGivenUpInTime() {
        try (World world = World.with(Map.of())) {
            String order = anOrder();
            String token = aToken(order);

            Stores.pause(Stores.mysqlPid());
            try {
                for (int i = 0; i < 3; i++) {
                    long start = System.nanoTime();
                    pay(token).then().statusCode(503);
                    assertThat(Duration.ofNanos(System.nanoTime() - start), lessThan(Duration.ofSeconds(8)));
                }
                assertThat(world.calls(order, "charge"), hasSize(0));
            } finally {
                Stores.resume(Stores.mysqlPid());
            }

            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(world.approved(order), hasSize(1));
        }
    }

    /** C55: a gateway that is slow takes no connection and no thread from anybody. */
    @Test
    void aSlowGatewayLeavesReadsAndNewOrdersFast() throws Exception {
        try (World world = World.with(Map.of(
                "payonce.gateway.timeout", "60S",
                "payonce.gateway.max-delay", "90S",
                "quarkus.datasource.jdbc.max-size", "10"))) {
            String read = anOrder();
            List<String> orders =
                    IntStream.range(0, 100).mapToObj(i -> anOrder()).toList();
            List<String> tokens = orders.stream().map(order -> aToken(order)).toList();
            Duration usual = typical(() -> look(read));
            world.gatewayBehaves(Map.of("delayBeforeMillis", 40_000));
            List<CompletableFuture<Response>> payments =
                    tokens.stream().map(world::payMeanwhile).toList();
            Poll.until(World.RECOVERY, () -> orders.stream()
                    .allMatch(order -> world.calls(order, "charge").size() == 1));

            Duration slow = typical(() -> look(read));
            assertThat(payments.stream().noneMatch(CompletableFuture::isDone), is(true));
            // 500 ms, or five times what it takes on a machine that is busy otherwise
            assertThat(slow, lessThan(longer(Duration.ofMillis(500), usual.multipliedBy(5))));

            for (CompletableFuture<Response> payment : payments) {
                assertThat(payment.get(90, TimeUnit.SECONDS).statusCode(), is(in(Set.of(200, 202))));
            }
            world.gatewayBehaves(Map.of());
            orders.forEach(
                    order -> Poll.until(World.RECOVERY, () -> orderStatus(order).equals("PAID")));
            orders.forEach(order -> assertThat(world.approved(order), hasSize(1)));
        }
    }

    private static void look(String order) {
        asMerchant().get("/orders/" + order).then().statusCode(200);
        anOrder();
    }

    /** The median of twenty. */
    private static Duration typical(Runnable call) {
        List<Duration> took = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long start = System.nanoTime();
            call.run();
            took.add(Duration.ofNanos(System.nanoTime() - start));
        }
        return took.stream().sorted().toList().get(10);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
