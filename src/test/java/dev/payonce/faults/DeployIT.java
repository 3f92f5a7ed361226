package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Poll;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C62: stopped for a deploy in the middle of payments. */
class DeployIT {

    private static final Duration STOPPED = Duration.ofSeconds(30);

    @Test
    void runningPaymentsFinishWithTheirRealAnswerAndNewOnesAreTurnedAwayOrFinishToo() throws Exception {
        try (World world = World.with(
                World.patient(Map.of("payonce.gateway.timeout", "15S", "payonce.gateway.max-delay", "20S")))) {
            List<String> orders =
                    IntStream.range(0, 20).mapToObj(i -> anOrder()).toList();
            List<String> tokens = orders.stream().map(order -> aToken(order)).toList();
            List<String> late = IntStream.range(0, 10).mapToObj(i -> anOrder()).toList();
            List<String> lateTokens = late.stream().map(order -> aToken(order)).toList();
            world.gatewayBehaves(Map.of("delayBeforeMillis", 8000));
            List<CompletableFuture<Response>> payments =
                    tokens.stream().map(world::payMeanwhile).toList();
            Poll.until(() -> orders.stream()
                    .allMatch(order -> world.calls(order, "charge").size() == 1));

            world.service().terminate();
            Poll.until(() -> world.service().status("/q/health/ready") != 200);
            assertThat(payments.stream().noneMatch(CompletableFuture::isDone), is(true));
            List<CompletableFuture<Response>> latePayments =
                    lateTokens.stream().map(world::payMeanwhile).toList();

            for (CompletableFuture<Response> payment : payments) {
                assertThat(payment.get(30, TimeUnit.SECONDS).statusCode(), equalTo(200));
            }
            assertThat(world.service().exitStatus(STOPPED), is(in(Set.of(0, 143))));
            latePayments.forEach(payment -> assertThat(statusOrNone(payment), is(in(Set.of(0, 200, 202, 503)))));
            world.gatewayBehaves(Map.of());
            world.service().start();
            lateTokens.forEach(token ->
                    assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200)));
            orders.forEach(world::check);
            late.forEach(world::check);
        }
    }

    /** 0 where the port was closed or the connection cut. */
    private static int statusOrNone(CompletableFuture<Response> answer) {
        try {
            return answer.get(30, TimeUnit.SECONDS).statusCode();
        } catch (ExecutionException refused) {
            return 0;
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @Tag("faults")
    void whatIsCutOffByTheStopIsSettledByRecovery() {
        try (World world = World.with(Map.of(
                "payonce.gateway.timeout",
                "60S",
                "payonce.gateway.max-delay",
                "90S",
                "quarkus.shutdown.timeout",
                "2S"))) {
            String order = anOrder();
            world.gatewayBehaves(Map.of("delayAfterMillis", 40_000));
            world.payMeanwhile(aToken(order));
            Poll.until(() -> world.approved(order).size() == 1);

            world.service().terminate();
            assertThat(world.service().exitStatus(STOPPED), is(in(Set.of(0, 143))));
            world.gatewayBehaves(Map.of());
            world.service().start();

            Poll.until(World.RECOVERY, () -> orderStatus(order).equals("PAID"));
            assertThat(world.approved(order), hasSize(1));
        }
    }
}
