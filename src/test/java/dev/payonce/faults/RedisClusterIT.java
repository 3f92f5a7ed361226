package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.bearer;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payAs;
import static dev.payonce.testsupport.Shop.payLater;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.testsupport.EventStream;
import dev.payonce.testsupport.Poll;
import io.restassured.response.Response;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C54: on a Redis Cluster of three masters, by configuration alone, and slots that move. */
@Tag("faults")
class RedisClusterIT {

    private static final int PURCHASES = 1000;
    private static final String TOKENS = "payonce:*:token";

    /** The first answer stands although the gate could not say anything about the token when it was given. */
    @Test
    void aTokenWhoseSlotIsHalfMovedPaysOnceAndReplays() {
        try (RedisCluster cluster = RedisCluster.start();
                World world = World.with(on(cluster))) {
            pay(aToken(anOrder())).then().statusCode(200);
            for (boolean keysHaveGone : List.of(false, true, false, true)) {
                cluster.flush();
                String order = anOrder();
                String token =
                        Redis.aTokenInIt(order, () -> cluster.keys(TOKENS).size());
                String key = cluster.keys(TOKENS).get(0);

                RedisCluster.Move move = cluster.begin(key);
                if (keysHaveGone) {
                    move.takeKeys();
                }
                Response paid = pay(token);
                move.takeKeys();
                move.finish();
                // the consume that was given up is sent on until it finds both keys on one master
                Poll.until(() -> cluster.keys("payonce:*:claim").size() == 1);
                List<Response> replays =
                        Stream.generate(() -> pay(token)).limit(3).toList();

                assertThat(paid.statusCode(), equalTo(200));
                replays.forEach(replay -> assertThat(replay.asString(), equalTo(paid.asString())));
                assertThat(world.calls(order, "charge"), hasSize(1));
                assertThat(orderStatus(order), equalTo("PAID"));
            }
            assertThat(cluster.errors("ASK"), greaterThan(0L));
        }
    }

    /** Whatever moves, a purchase is paid once, its repeats say the same, and nothing is kept in Redis for ever. */
    @Test
    void aThousandPurchasesPassWhileSlotsMove() throws InterruptedException {
        try (RedisCluster cluster = RedisCluster.start();
                World world = World.with(on(cluster))) {
            pay(aToken(anOrder())).then().statusCode(200);
            Map<String, Purchase> purchases = new ConcurrentHashMap<>();
            AtomicBoolean over = new AtomicBoolean();
            CompletableFuture<Integer> moved = CompletableFuture.supplyAsync(() -> moveSlots(cluster, over));
            ExecutorService buyers = Executors.newFixedThreadPool(8);
            for (int i = 0; i < PURCHASES; i++) {
                String customer = "customer-" + i % 20;
                buyers.execute(() -> buy(customer, purchases));
            }
            buyers.shutdown();
            assertTrue(buyers.awaitTermination(5, TimeUnit.MINUTES), "buyers are still at it");
            over.set(true);

            assertThat("keys that went over", moved.join(), greaterThan(20));
            assertThat(cluster.errors("MOVED") + cluster.errors("ASK"), greaterThan(20L));
            assertThat(cluster.errors("CROSSSLOT"), equalTo(0L));
            assertThat(purchases.keySet(), hasSize(PURCHASES));
            purchases.forEach((order, purchase) -> {
                purchase.isToldTheSame();
                world.check(order);
            });
            assertThat(
                    "keys without an end", cluster.forEver(TOKENS) + cluster.forEver("payonce:*:claim"), equalTo(0L));
        }
    }

    /** What one buyer was told, time after time. */
    private record Purchase(String customer, String token, Response first) {

        void isToldTheSame() {
            assertThat(first.asString(), first.statusCode(), equalTo(200));
            Response again = payAs(customer, Map.of("token", token, "paymentMethod", "pm_ok"));
            assertThat(again.asString(), equalTo(first.asString()));
            assertThat(again.header("Idempotent-Replayed"), equalTo("true"));
        }
    }

    private static void buy(String customer, Map<String, Purchase> purchases) {
        String order = anOrder(customer, 1800, "USD");
        String token = aToken(customer, order);
        Map<String, String> request = Map.of("token", token, "paymentMethod", "pm_ok");
        Response first = payAs(customer, request);
        Response again = payAs(customer, request);
        if (again.asString().equals(first.asString())) {
            purchases.put(order, new Purchase(customer, token, first));
        }
    }

    /** @return how many keys went over */
    private static int moveSlots(RedisCluster cluster, AtomicBoolean over) {
        int moved = 0;
        while (!over.get()) {
            Optional<String> key = cluster.anyKey();
            if (key.isPresent()) {
                RedisCluster.Move move = cluster.begin(key.get());
                moved += move.takeKeys();
                move.finish();
            }
        }
        return moved;
    }

    /** The buffer's stream and the word that an order has moved: nothing else may carry them within this time. */
    @Test
    void theBufferAndTheStreamsOfAnotherInstanceWorkOnACluster() {
        String late = "120S";
        try (RedisCluster cluster = RedisCluster.start()) {
            Map<String, String> settings = on(cluster, "payonce.streams.look-every", late);
            settings.put("payonce.recovery.after", late);
            settings.put("payonce.recovery.every", late);
            try (World world = World.with(settings);
                    ServiceProcess other = world.anotherInstance(settings)) {
                String order = anOrder();
                String token = aToken(order);
                try (EventStream stream = EventStream.open(other.port(), bearer(ALICE), order, null)) {
                    assertThat(stream.status(), equalTo(200));

                    payLater(token, "pm_ok").then().statusCode(202);

                    Poll.until(() -> orderStatus(order).equals("PAID"));
                    Poll.until(() -> stream.events().stream().anyMatch(event -> "order.paid".equals(event.type())));
                }
                assertThat(world.calls(order, "charge"), hasSize(1));
                Poll.until(() -> cluster.keys("payonce:{buffer}:payments").size() == 1);
                assertThat(cluster.errors("CROSSSLOT"), equalTo(0L));
            }
        }
    }

    private static Map<String, String> on(RedisCluster cluster, String... more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "quarkus.redis.hosts", cluster.hosts(),
                "quarkus.redis.client-type", "cluster",
                // limits count in Redis, too
                "payonce.limits.tokens-per-caller-per-minute", "10000",
                "payonce.limits.tokens-per-order-per-minute", "1000",
                "payonce.limits.declines-per-caller-per-hour", "1000"));
        for (int i = 0; i < more.length; i += 2) {
            settings.put(more[i], more[i + 1]);
        }
        return settings;
    }
}
