package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import io.restassured.response.Response;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C35: what was sent to MySQL arrived, and its answer did not. */
@Tag("faults")
class LostCommitIT {

    /** The answer to the commit of the outcome is lost: nothing is claimed that the database lacks. */
    @Test
    void aLostAnswerToTheOutcomesCommitIsReadAgain() throws Exception {
        try (OneWayProxy proxy = new OneWayProxy(Stores.mysqlPort());
                World world = World.with(through(proxy))) {
            String order = anOrder();
            String token = aToken(order);
            world.gatewayBehaves(Map.of("delayBeforeMillis", 1500));
            CompletableFuture<Response> answer = world.payMeanwhile(token);
            Poll.until(() -> world.calls(order, "charge").size() == 1);

            proxy.swallowAnswers();
            int first = answer.get(20, TimeUnit.SECONDS).statusCode();
            assertThat(proxy.swallowed(), greaterThan(0L));
            proxy.mend();
            world.gatewayBehaves(Map.of());

            assertThat(first, is(in(Set.of(200, 202))));
            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(orderStatus(order), equalTo("PAID"));
            assertThat(world.approved(order), hasSize(1));
        }
    }

    /** The answers to the first transaction are lost: whether it committed is found out, never guessed. */
    @Test
    void aLostAnswerBeforeTheChargeLeadsToOneCharge() throws Exception {
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
