package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.anOrderOf;
import static dev.payonce.testsupport.Shop.available;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service is killed with -9 at each moment of the walk; with gateways that honour keys and such that do not. */
class CrashIT {

    /** C04: killed after the charge, before our record. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("faults")
    void killedAfterTheChargeItEndsPaidOnce(boolean honoursKeys) {
        try (World world = World.with(honoursKeys)) {
            String sku = goods(5);
            String order = anOrderOf(sku, 2);
            String token = aToken(order);
            world.gatewayBehaves(Map.of("delayAfterMillis", 8000));
            world.payMeanwhile(token);
            Poll.until(() -> world.approved(order).size() == 1);

            world.service().kill();
            world.gatewayBehaves(Map.of());
            world.service().start();
            assertThat(pay(token).statusCode(), is(in(Set.of(200, 202, 409))));

            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(orderStatus(order), equalTo("PAID"));
            assertThat(world.approved(order), hasSize(1));
            assertThat(references(world, order), hasSize(1));
            assertThat(available(sku), equalTo(3));
            assertThat(
                    MySql.text("select count(*) from outbox_event where type = 'order.paid' and order_id = "
                            + MySql.id(order)),
                    equalTo("1"));
        }
    }

    /** C04, the same without anybody who repeats: the job does it. */
    @Test
    void killedAfterTheChargeTheJobAloneFindsIt() {
        try (World world = World.with(true, World.patient(Map.of()))) {
            String order = anOrder();
            world.gatewayBehaves(Map.of("delayAfterMillis", 8000));
            world.payMeanwhile(aToken(order));
            Poll.until(() -> world.approved(order).size() == 1);

            world.service().restart();

            Poll.until(World.RECOVERY, () -> orderStatus(order).equals("PAID"));
            assertThat(world.calls(order, "charge"), hasSize(1));
        }
    }

    /** C04 i: killed when the gateway had logged the call, which never became a charge. */
    @Tag("faults")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void killedBeforeAChargeThatNeverComesTheOrderIsPayableAgain(boolean honoursKeys) {
        try (World world = World.with(honoursKeys)) {
            String order = anOrder();
            world.gatewayBehaves(Map.of("delayBeforeMillis", 1500, "outcome", "error500"));
            world.payMeanwhile(aToken(order));
            Poll.until(() -> world.calls(order, "charge").size() == 1);

            world.service().kill();
            world.gatewayBehaves(Map.of());
            world.service().start();

            Poll.until(Duration.ofSeconds(60), () -> orderStatus(order).equals("PAYMENT_FAILED"));
            pay(aToken(order)).then().statusCode(200);
            assertThat(world.approved(order), hasSize(1));
        }
    }

    /** C01: the gateway answers after we have given up. */
    @Tag("faults")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnswerAfterOurTimeOutIsNeitherFailureNorSecondCharge(boolean honoursKeys) {
        try (World world = World.with(honoursKeys)) {
            String order = anOrder();
            String token = aToken(order);
            world.gatewayBehaves(Map.of("delayAfterMillis", 10_000));

            assertThat(pay(token).statusCode(), equalTo(202));
            assertThat(world.approved(order), hasSize(1));
            for (int i = 0; i < 3; i++) {
                assertThat(pay(token).statusCode(), is(in(Set.of(200, 202, 409))));
            }
            Shop.as(Shop.ALICE)
                    .body(Map.of("orderId", order))
                    .post("/tokens")
                    .then()
                    .statusCode(409);
            assertThat(world.approved(order), hasSize(1));
            world.gatewayBehaves(Map.of());

            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            String end = pay(token).asString();
            for (int i = 0; i < 3; i++) {
                assertThat(pay(token).asString(), equalTo(end));
            }
            assertThat(orderStatus(order), equalTo("PAID"));
            assertThat(world.approved(order), hasSize(1));
            assertThat(references(world, order), hasSize(1));
            if (!honoursKeys) {
                assertThat(world.calls(order, "charge"), hasSize(1));
            }
        }
    }

    /** C32: killed after the token was consumed, before the payment was opened. */
    @Test
    void killedBeforeThePaymentWasOpenedTheSameTokenGoesOn() throws Exception {
        try (World world = World.with(true, World.patient(Map.of()))) {
            Redis.flushAll();
            String order = anOrder();
            String token = aToken(order);
            try (Connection lock = world.lockOrder(order)) {
                world.payMeanwhile(token);
                Poll.until(() -> Redis.claims() == 1);
                world.service().kill();
                lock.rollback();
            }
            assertThat(world.calls(order, "charge"), hasSize(0));

            world.service().start();

            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(world.approved(order), hasSize(1));
        }
    }

    private static List<String> references(World world, String order) {
        return world.calls(order, "charge").stream()
                .map(call -> call.getString("reference"))
                .distinct()
                .toList();
    }
}
