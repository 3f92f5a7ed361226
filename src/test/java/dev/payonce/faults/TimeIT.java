package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.payonce.testsupport.Poll;
import io.restassured.response.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tokens and orders that come to their end while money is on its way. */
@Tag("faults")
class TimeIT {

    private static final int EDGE_ROUNDS = 200;

    /** C26: the order's end comes while the gateway works, and the job comes by. */
    @Test
    void anOrderThatIsBeingPaidDoesNotExpire() throws Exception {
        try (World world = World.with(Map.of(
                "payonce.order.lifetime", "5S",
                "payonce.cleanup.every", "1S",
                "payonce.gateway.timeout", "10S",
                "payonce.gateway.max-delay", "12S"))) {
            world.gatewayBehaves(Map.of("delayBeforeMillis", 4000));
            String order = anOrder();
            String unpaid = anOrder();
            String cancelled = anOrder();
            String token = aToken(order);
            String tooLate = aToken(cancelled);
            as(ALICE).post("/orders/" + cancelled + "/cancel").then().statusCode(200);
            pay(tooLate).then().statusCode(409);
            Instant end = Instant.parse(as(ALICE).get("/orders/" + order).path("expiresAt"));
            Poll.until(() -> Instant.now().isAfter(end.minusMillis(1000)));

            var owner = world.payMeanwhile(token);
            Poll.until(() -> world.calls(order, "charge").size() == 1);
            assertThat(MySql.orderStatus(order), equalTo("PROCESSING"));
            // the job has been here: the order beside it, which nobody pays, has expired in the database
            Poll.until(() -> MySql.orderStatus(unpaid).equals("EXPIRED"));
            assertThat(owner.isDone(), is(false));

            assertThat(owner.get(20, TimeUnit.SECONDS).statusCode(), equalTo(200));
            assertThat(orderStatus(order), equalTo("PAID"));
            assertThat(world.approved(order), hasSize(1));
            assertThat(world.calls(cancelled, "charge"), hasSize(0));
            world.gatewayBehaves(Map.of());
            pay(token).then().statusCode(200);
        }
    }

    /** C67: the token's life ends while its payment is at work; the record outlives it. */
    @Test
    void aTokenThatEndsDuringItsPaymentIsAnsweredAllTheSame() throws Exception {
        try (World world = World.with(Map.of(
                "payonce.token.ttl", "5S",
                "payonce.gateway.timeout", "15S",
                "payonce.gateway.max-delay", "20S",
                "payonce.recovery.after", "16S"))) {
            world.gatewayBehaves(Map.of("delayBeforeMillis", 10_000));
            String order = anOrder();
            String token = aToken(order);
            String unused = aToken(anOrder());
            long start = System.nanoTime();
            var owner = world.payMeanwhile(token);

            for (int second : List.of(4, 6)) {
                Poll.until(Duration.ofSeconds(10), () -> seconds(start) >= second);
                pay(token).then().statusCode(409).body("code", equalTo("PAYMENT_IN_PROGRESS"));
            }
            Poll.until(Duration.ofSeconds(10), () -> seconds(start) >= 11);
            Response first = owner.get(10, TimeUnit.SECONDS);
            Response second = pay(token);
            Redis.flushAll();
            Response afterwards = pay(token);

            assertThat(first.statusCode(), equalTo(200));
            assertThat(second.asString(), equalTo(first.asString()));
            assertThat(second.header("Idempotent-Replayed"), equalTo("true"));
            assertThat(afterwards.asString(), equalTo(first.asString()));
            assertThat(world.calls(order, "charge"), hasSize(1));
            pay(unused).then().statusCode(410);
        }
    }

    /** Within ten milliseconds, or wider: a busy machine is too late for the last ten. */
    private static long fromTheEdge(int round) {
        return (round % 21 - 10) * (round % 2 == 0 ? 1 : 15);
    }

    /** C67, at the edge: each of two hundred pays around the end of its token is a charge with a record, or neither. */
    @Test
    void atTheEdgeOfItsLifeATokenPaysOrIsGone() throws Exception {
        try (World world = World.with(Map.of("payonce.token.ttl", "5S"))) {
            pay(aToken(anOrder())).then().statusCode(200);
            ScheduledExecutorService clock = Executors.newScheduledThreadPool(16);
            List<String> orders = new ArrayList<>();
            List<String> tokens = new ArrayList<>();
            List<Future<Response>> answers = new ArrayList<>();
            for (int i = 0; i < EDGE_ROUNDS; i++) {
                String order = anOrder();
                Response issued = as(ALICE).body(Map.of("orderId", order)).post("/tokens");
                String token = issued.path("token");
                Instant edge = Instant.parse(issued.path("expiresAt")).plusMillis(fromTheEdge(i));
                orders.add(order);
                tokens.add(token);
                long delay = Duration.between(Instant.now(), edge).toNanos();
                answers.add(clock.schedule(() -> pay(token), delay, TimeUnit.NANOSECONDS));
            }

            int paid = 0;
            for (int i = 0; i < EDGE_ROUNDS; i++) {
                int status = answers.get(i).get(30, TimeUnit.SECONDS).statusCode();
                assertThat(status, is(in(Set.of(200, 410))));
                assertThat(pay(tokens.get(i)).statusCode(), equalTo(status));
                assertThat(world.approved(orders.get(i)), hasSize(status == 200 ? 1 : 0));
                world.check(orders.get(i));
                paid += status == 200 ? 1 : 0;
            }
            clock.shutdown();
            // both sides of the edge were hit
            assertThat(paid, greaterThan(0));
            assertThat(paid, lessThan(EDGE_ROUNDS));
        }
    }

    private static long seconds(long startNanos) {
        return Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
    }
}
