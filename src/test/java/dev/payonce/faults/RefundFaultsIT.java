package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Shop;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refunds raced at two instances, and refunds whose service is killed. */
@Tag("faults")
class RefundFaultsIT {

    private static final int ROUNDS = Integer.getInteger("payonce.test.rounds", 5);

    /** C10 a, b and c, each caller at another instance. */
    @Test
    void noMoreGoesBackThanWasPaidHoweverManyAskAtTwoInstances() throws Exception {
        try (World world = World.with(Map.of());
                ServiceProcess other = world.anotherInstance(Map.of())) {
            List<Integer> ports = List.of(world.service().port(), other.port());
            for (int round = 0; round < ROUNDS; round++) {
                Paid sixties = paid();
                List<Response> two = Race.run(2, caller -> () -> refund(ports.get(caller), sixties, amount(6000)));
                assertThat(statuses(two), containsInAnyOrder(201, 422));
                assertThat(given(world, sixties), equalTo(6000L));

                Paid tens = paid();
                List<Response> twenty =
                        Race.run(20, caller -> () -> refundUntilKnown(ports.get(caller % 2), tens, amount(1000)));
                assertThat(statuses(twenty), everyItem(is(in(Set.of(201, 422)))));
                assertThat(given(world, tens), equalTo(10_000L));

                Paid whole = paid();
                List<Response> full = Race.run(2, caller -> () -> refund(ports.get(caller), whole, Map.of()));
                assertThat(statuses(full), containsInAnyOrder(201, 422));
                assertThat(given(world, whole), equalTo(10_000L));
                assertThat(orderStatus(whole.order()), equalTo("REFUNDED"));
            }
        }
    }

    /** C11: done, and the answer lost; repeated, killed, repeated; then the same sum once more, on purpose. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRefundWhoseAnswerWasLostIsGivenOnceThroughAKill(boolean honoursKeys) {
        try (World world = World.with(honoursKeys)) {
            int port = world.service().port();
            Paid paid = paid();
            String key = UUID.randomUUID().toString();
            world.gatewayBehaves(Map.of("outcome", "cut"));
            String id = null;
            for (int i = 0; i < 6; i++) {
                Response answer = refund(port, paid, key, amount(2000));
                assertThat(answer.statusCode(), is(in(Set.of(201, 202))));
                assertThat(id == null ? answer.path("id") : id, equalTo(answer.path("id")));
                id = answer.path("id");
            }
            assertThat(given(world, paid), equalTo(2000L));
            refund(port, paid, amount(8001)).then().statusCode(422);

            long killed = world.service().pid();
            world.service().kill();
            world.gatewayBehaves(Map.of());
            world.service().start();
            assertThat(world.service().pid(), not(equalTo(killed)));
            Poll.until(
                    World.RECOVERY, () -> refund(port, paid, key, amount(2000)).statusCode() == 201);

            assertThat(refund(port, paid, key, amount(2000)).<String>path("id"), equalTo(id));
            assertThat(given(world, paid), equalTo(2000L));
            Response second = refund(port, paid, amount(2000));
            assertThat(second.statusCode(), equalTo(201));
            assertThat(second.<String>path("id"), not(equalTo(id)));
            assertThat(given(world, paid), equalTo(4000L));
        }
    }

    /** C11, killed between the reservation and the gateway's answer. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRefundThatIsKilledAtTheGatewayIsGivenOnce(boolean honoursKeys) {
        try (World world = World.with(honoursKeys)) {
            Paid paid = paid();
            String key = UUID.randomUUID().toString();
            world.gatewayBehaves(Map.of("delayBeforeMillis", 2000));
            int port = world.service().port();
            world.meanwhile(() -> refund(port, paid, key, Map.of()));
            Poll.until(() -> world.calls(paid.order(), "refund").size() == 1);

            world.service().kill();
            world.gatewayBehaves(Map.of());
            world.service().start();
            Poll.until(World.RECOVERY, () -> refund(port, paid, key, Map.of()).statusCode() == 201);

            assertThat(given(world, paid), equalTo(10_000L));
            assertThat(world.refunds(paid.order()), hasSize(1));
            assertThat(orderStatus(paid.order()), equalTo("REFUNDED"));
        }
    }

    private record Paid(String order, String payment) {}

    private static Paid paid() {
        String order = anOrder(Shop.ALICE, 10_000, "USD");
        return new Paid(
                order, pay(aToken(order)).then().statusCode(200).extract().path("id"));
    }

    private static Map<String, ?> amount(long amount) {
        return Map.of("amount", amount);
    }

    private static Response refund(int port, Paid paid, Map<String, ?> wish) {
        return refund(port, paid, UUID.randomUUID().toString(), wish);
    }

    private static Response refund(int port, Paid paid, String key, Map<String, ?> wish) {
        return asMerchant()
                .port(port)
                .header("Idempotency-Key", key)
                .body(wish)
                .post("/payments/" + paid.payment() + "/refunds");
    }

    /** A fight over a row may end in 503: come again. */
    private static Response refundUntilKnown(int port, Paid paid, Map<String, ?> wish) {
        String key = UUID.randomUUID().toString();
        Response[] last = new Response[1];
        Poll.until(World.RECOVERY, () -> {
            last[0] = refund(port, paid, key, wish);
            return last[0].statusCode() != 202 && last[0].statusCode() != 503;
        });
        return last[0];
    }

    private static List<Integer> statuses(List<Response> answers) {
        return answers.stream().map(Response::statusCode).toList();
    }

    private static long given(World world, Paid paid) {
        return world.refunds(paid.order()).stream()
                .filter(refund -> "succeeded".equals(refund.getString("status")))
                .mapToLong(refund -> refund.getLong("amount"))
                .sum();
    }
}
