package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.anOrderOf;
import static dev.payonce.testsupport.Shop.available;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Stores;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two instances on the same stores: nothing that decides lives in one of them. */
class TwoInstancesIT {

    /** With a slow gateway, too. */
    private static final Map<String, String> PATIENT =
            World.patient(Map.of("payonce.gateway.timeout", "12S", "payonce.gateway.max-delay", "15S"));

    private static final int ROUNDS = Integer.getInteger("payonce.test.rounds", 3);

    /** C02 and C03, each caller at another instance. */
    @Test
    void oneTokenOrTwoTokensOfOneOrderAreOneChargeOnTwoInstances() throws Exception {
        try (World world = World.with(PATIENT);
                ServiceProcess other = world.anotherInstance(PATIENT)) {
            List<Integer> ports = List.of(world.service().port(), other.port());
            for (int round = 0; round < ROUNDS; round++) {
                String order = anOrder();
                String token = aToken(order);
                List<Response> twins =
                        Race.run(20, caller -> () -> World.payAt(ports.get(caller % 2), token, "pm_slow_2s"));
                assertThat(twins.stream().map(Response::statusCode).toList(), everyItem(is(in(Set.of(200, 409)))));
                assertThat(world.calls(order, "charge"), hasSize(1));

                String contested = anOrder();
                List<String> tokens = List.of(aToken(contested), aToken(contested));
                List<Response> rivals =
                        Race.run(2, caller -> () -> World.payAt(ports.get(caller), tokens.get(caller), "pm_ok"));
                assertThat(rivals.stream().map(Response::statusCode).toList(), containsInAnyOrder(200, 409));
                assertThat(world.calls(contested, "charge"), hasSize(1));
            }
        }
    }

    /** C05, the variant: the owner is stopped, the other instance finds out, and the owner's late write agrees. */
    @Test
    void anOwnerThatFreezesIsLookedAfterAndChangesNothingWhenItComesBack() throws Exception {
        try (World world = World.with(PATIENT);
                ServiceProcess other = world.anotherInstance(PATIENT)) {
            String order = anOrder();
            String token = aToken(order);
            world.gatewayBehaves(Map.of("delayBeforeMillis", 1500));
            var owner = world.payMeanwhile(token);
            Poll.until(() -> world.calls(order, "charge").size() == 1);
            Stores.pause(world.service().pid());
            try {
                world.gatewayBehaves(Map.of());
                Poll.until(
                        World.RECOVERY,
                        () -> World.payAt(other.port(), token, "pm_ok").statusCode() == 200);
            } finally {
                Stores.resume(world.service().pid());
            }

            assertThat(owner.get(30, TimeUnit.SECONDS).statusCode(), is(in(Set.of(200, 202))));
            pay(token).then().statusCode(200);
            assertThat(orderStatus(order), equalTo("PAID"));
            assertThat(world.approved(order), hasSize(1));
        }
    }

    /** C34: a connection that cannot be opened has charged nothing, and that is certain. */
    @Test
    @Tag("faults")
    void whereTheGatewayCannotBeReachedNothingIsHeldAndTheOtherInstanceIsPaid() {
        try (World world = World.with(Map.of());
                ServiceProcess cutOff = world.anotherInstance(Map.of("payonce.gateway.url", "http://127.0.0.1:1"))) {
            String sku = goods(1);
            String order = anOrderOf(sku, 1);
            String token = aToken(order);

            for (int i = 0; i < 2; i++) {
                Response refused = World.payAt(cutOff.port(), token, "pm_ok");
                assertThat(refused.asString(), refused.statusCode(), equalTo(502));
                assertThat(refused.path("code"), equalTo("GATEWAY_REFUSED"));
            }

            assertThat(orderStatus(order), equalTo("PAYMENT_FAILED"));
            assertThat(available(sku), equalTo(1));
            pay(aToken(order)).then().statusCode(200);
            assertThat(world.calls(order, "charge"), hasSize(1));
        }
    }
}
