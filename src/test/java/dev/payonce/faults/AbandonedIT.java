package dev.payonce.faults;

import static dev.payonce.faults.World.payAt;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** C05: a payment that looks abandoned, and whose owner is alive. Age is no proof of death. */
@Tag("faults")
class AbandonedIT {

    private static final Map<String, String> PATIENT = Map.of(
            "payonce.gateway.timeout", "40S",
            "payonce.gateway.max-delay", "90S",
            "payonce.recovery.after", "5S");

    /**
     * The gateway works for 30 s while repeats and the jobs of two instances find the payment to be older than the recovery
     * age. One that ignores keys is called once. One that honours them may hear the same key again from a repeat (DESIGN 7),
     * and charges once.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsStillAtWorkIsLookedUpAndChargedOnce(boolean honoursKeys) throws Exception {
        try (World world = World.with(honoursKeys, PATIENT);
                ServiceProcess other = world.anotherInstance(with(honoursKeys))) {
            List<Integer> ports = List.of(world.service().port(), other.port());
            String order = anOrder();
            String token = aToken(order);
            world.gatewayBehaves(Map.of("delayBeforeMillis", 30_000));
            CompletableFuture<Response> owner = world.payMeanwhile(token);
            Poll.until(() -> world.calls(order, "charge").size() == 1);
            // only the call that is at work is slow
            world.gatewayBehaves(Map.of());

            int[] repeats = new int[1];
            Poll.until(Duration.ofSeconds(45), () -> {
                int status = payAt(ports.get(repeats[0]++ % 2), token, "pm_ok").statusCode();
                assertThat(status, is(in(Set.of(200, 202, 409))));
                return owner.isDone();
            });

            assertThat(world.calls(order, "find_charge").size(), greaterThan(3));
            assertThat(owner.get().statusCode(), is(in(Set.of(200, 202))));
            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(world.approved(order), hasSize(1));
            assertThat(references(world, order), hasSize(1));
            if (honoursKeys) {
                // a repeat that sends the key again is held by the gateway until the first call ends
                assertThat(world.calls(order, "charge").size(), greaterThan(1));
            } else {
                assertThat(repeats[0], greaterThan(10));
                assertThat(world.calls(order, "charge"), hasSize(1));
            }
            assertThat(moves(order, "PAID"), hasSize(1));
            assertThat(moves(order, "PAYMENT_FAILED"), hasSize(0));
        }
    }

    /** The owner is stopped for 20 s after the gateway has logged its call; what it writes afterwards agrees. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOwnerThatIsStoppedForTwentySecondsChangesNothingAfterwards(boolean honoursKeys) throws Exception {
        try (World world = World.with(honoursKeys, PATIENT);
                ServiceProcess other = world.anotherInstance(with(honoursKeys))) {
            String order = anOrder();
            String token = aToken(order);
            world.gatewayBehaves(Map.of("delayBeforeMillis", 1500));
            CompletableFuture<Response> owner = world.payMeanwhile(token);
            Poll.until(() -> world.calls(order, "charge").size() == 1);
            world.gatewayBehaves(Map.of());
            long stopped = System.nanoTime();

            Stores.pause(world.service().pid());
            try {
                Poll.until(
                        World.RECOVERY,
                        () -> payAt(other.port(), token, "pm_ok").statusCode() == 200);
                assertThat(owner.isDone(), is(false));
                Poll.until(
                        Duration.ofSeconds(25),
                        () -> System.nanoTime() - stopped
                                > Duration.ofSeconds(20).toNanos());
            } finally {
                Stores.resume(world.service().pid());
            }

            assertThat(owner.get(30, TimeUnit.SECONDS).statusCode(), is(in(Set.of(200, 202))));
            assertThat(world.payUntilFinal(token, World.RECOVERY).statusCode(), equalTo(200));
            assertThat(orderStatus(order), equalTo("PAID"));
            assertThat(world.approved(order), hasSize(1));
            assertThat(moves(order, "PAID"), hasSize(1));
        }
    }

    /** Stopped in the middle of transaction 1: it leaves the call to recovery, which may have closed the payment meanwhile. */
    @Test
    void anOwnerThatIsStoppedWhileItOpensThePaymentIsNotTooLate() throws Exception {
        try (World world = World.with(false);
                ServiceProcess other = world.anotherInstance(Map.of("payonce.gateway.honours-keys", "false"))) {
            String order = anOrder();
            String token = aToken(order);
            CompletableFuture<Response> owner;
            try (var lock = world.lockOrder(order)) {
                owner = world.payMeanwhile(token);
                Poll.until(() -> waitsForALock());
                Stores.pause(world.service().pid());
                lock.rollback();
            }
            long stopped = System.nanoTime();
            try {
                Poll.until(Duration.ofSeconds(20), () -> {
                    int status = payAt(other.port(), token, "pm_ok").statusCode();
                    assertThat(status, is(in(Set.of(202, 409, 503))));
                    return System.nanoTime() - stopped > Duration.ofSeconds(7).toNanos();
                });
            } finally {
                Stores.resume(world.service().pid());
            }

            assertThat(owner.get(30, TimeUnit.SECONDS).statusCode(), is(in(Set.of(200, 202, 503))));
            int end = world.payUntilFinal(token, Duration.ofSeconds(60)).statusCode();
            assertThat(end, is(in(Set.of(200, 502))));
            assertThat(world.approved(order), hasSize(end == 200 ? 1 : 0));
            assertThat(orderStatus(order), equalTo(end == 200 ? "PAID" : "PAYMENT_FAILED"));
            assertThat(world.calls(order, "charge").size(), lessThanOrEqualTo(1));
        }
    }

    /** Told by the list of processes: that of transactions is not renewed while it is asked for in quick succession. */
    private static boolean waitsForALock() {
        String waiting = "select count(*) from information_schema.processlist"
                + " where id <> connection_id() and command = 'Query' and info like '%for update%'";
        return !MySql.text(waiting).equals("0");
    }

    private static Map<String, String> with(boolean honoursKeys) {
        Map<String, String> settings = new HashMap<>(PATIENT);
        settings.put("payonce.gateway.honours-keys", Boolean.toString(honoursKeys));
        return settings;
    }

    private static List<String> references(World world, String order) {
        return world.calls(order, "charge").stream()
                .map(call -> call.getString("reference"))
                .distinct()
                .toList();
    }

    private static List<Object> moves(String order, String to) {
        return asMerchant()
                .get("/orders/" + order + "/history")
                .jsonPath()
                .getList("items.findAll { it.to == '" + to + "' }");
    }
}
