package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C35: the commit was sent to MySQL and arrived, and its answer did not. What follows is read, never guessed. */
@Tag("faults")
class LostCommitIT {

    private static final Duration AWAY = Duration.ofSeconds(10);

    /** C35 a: the commit before the gateway is called. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCommitThatIsLostBeforeTheChargeLeadsToOneCharge(boolean honoursKeys) throws Exception {
        try (OneWayProxy proxy = new OneWayProxy(Stores.mysqlPort());
                World world = World.with(honoursKeys, through(proxy))) {
            String order = anOrder();
            String token = aToken(order);

            proxy.swallowFromCommitAfter("insert into payment");
            long lost = System.nanoTime();
            int first = world.payMeanwhile(token).get(20, TimeUnit.SECONDS).statusCode();
            assertThat(proxy.lostCommits(), greaterThanOrEqualTo(1));
            assertThat(proxy.swallowed(), greaterThan(0L));
            assertThat(MySql.orderStatus(order), equalTo("PROCESSING"));
            assertThat(world.calls(order, "charge"), hasSize(0));
            Poll.until(AWAY.multipliedBy(2), () -> System.nanoTime() - lost > AWAY.toNanos());
            proxy.mend();

            assertThat(first, equalTo(503));
            int end = world.payUntilFinal(token, Duration.ofSeconds(60)).statusCode();
            // what was never sent may be sent under its key, and is given up at a gateway that ignores keys
            assertThat(end, is(in(honoursKeys ? Set.of(200) : Set.of(200, 502))));
            assertThat(world.approved(order), hasSize(end == 200 ? 1 : 0));
            assertThat(orderStatus(order), equalTo(end == 200 ? "PAID" : "PAYMENT_FAILED"));
            if (end == 502) {
                assertThat(world.payUntilFinal(aToken(order), World.RECOVERY).statusCode(), equalTo(200));
                assertThat(world.approved(order), hasSize(1));
            }
        }
    }

    /** C35 b: the commit of the outcome. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCommitThatIsLostAfterTheChargeIsReadAgain(boolean honoursKeys) throws Exception {
        try (OneWayProxy proxy = new OneWayProxy(Stores.mysqlPort());
                World world = World.with(honoursKeys, through(proxy))) {
            String order = anOrder();
            String token = aToken(order);
            world.gatewayBehaves(Map.of("delayBeforeMillis", 1500));
            CompletableFuture<Response> answer = world.payMeanwhile(token);
            Poll.until(() -> world.calls(order, "charge").size() == 1);

            proxy.swallowFromCommitAfter("insert into outbox_event");
            long lost = System.nanoTime();
            int first = answer.get(30, TimeUnit.SECONDS).statusCode();
            assertThat(proxy.lostCommits(), greaterThanOrEqualTo(1));
            assertThat(MySql.orderStatus(order), equalTo("PAID"));
            world.gatewayBehaves(Map.of());
            Poll.until(AWAY.multipliedBy(3), () -> System.nanoTime() - lost > AWAY.toNanos());
            proxy.mend();

            assertThat(first, is(in(Set.of(200, 202))));
            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(orderStatus(order), equalTo("PAID"));
            assertThat(world.calls(order, "charge"), hasSize(1));
        }
    }

    /** All answers are lost, whatever was asked: nothing is claimed that the database lacks. */
    @Test
    void whereAllAnswersAreLostNothingIsClaimed() throws Exception {
        try (OneWayProxy proxy = new OneWayProxy(Stores.mysqlPort());
                World world = World.with(through(proxy))) {
            String order = anOrder();
            String token = aToken(order);

            proxy.swallowAnswers();
            int first = world.payMeanwhile(token).get(20, TimeUnit.SECONDS).statusCode();
            assertThat(proxy.swallowed(), greaterThan(0L));
            proxy.mend();

            assertThat(first, equalTo(503));
            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(world.approved(order), hasSize(1));
        }
    }

    private static Map<String, String> through(OneWayProxy proxy) {
        String direct = Stores.settings().get("quarkus.datasource.jdbc.url");
        return Map.of(
                "quarkus.datasource.jdbc.url",
                direct.replace(":" + Stores.mysqlPort() + "/", ":" + proxy.port() + "/"));
    }
}
