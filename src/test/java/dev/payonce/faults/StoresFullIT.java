package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import io.restassured.response.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores that answer and take nothing more: memory or disk is full. */
@Tag("faults")
class StoresFullIT {

    private static final Duration BACK = Duration.ofSeconds(10);

    @BeforeEach
    void withoutOldKeys() {
        Redis.flushAll();
    }

    @AfterEach
    void withRoom() {
        Redis.set("maxmemory", "0");
        Redis.set("maxmemory-policy", "noeviction");
        Redis.set("save", "");
        MySql.takeWrites();
    }

    /** Redis refuses writes ("OOM command not allowed"): MySQL decides alone, and readiness tells. */
    @Test
    void aRedisThatIsFullAndEvictsNothingStopsNoPayment() {
        try (World world = World.with(Map.of())) {
            String before = anOrder();
            String token = aToken(before);

            Redis.set("maxmemory", "1");
            assertThat(Redis.command("SET", "a", "1"), containsString("OOM command not allowed"));
            paysOnceAndReplays(world, before, token);
            IntStream.range(0, 12).forEach(i -> {
                String order = anOrder();
                paysOnceAndReplays(world, order, aToken(order));
            });
            Poll.until(BACK, () -> world.service().status("/q/health/ready") == 503);
            Redis.set("maxmemory", "0");

            normalAgain(world);
        }
    }

    /** Redis throws away what it likes: tokens, claims and outcomes, before, during and after payments. */
    @Test
    void aRedisThatEvictsEverythingStopsNoPaymentAndBringsNoSecondOne() {
        try (World world = World.with(Map.of())) {
            List<String> orders =
                    IntStream.range(0, 20).mapToObj(i -> anOrder()).toList();
            List<String> tokens = orders.stream().map(order -> aToken(order)).toList();
            assertThat(Redis.tokens(), equalTo(20L));

            Redis.set("maxmemory-policy", "allkeys-random");
            Redis.set("maxmemory", "1");
            Poll.until(BACK, () -> {
                Redis.command("SET", "a", "1");
                return Redis.tokens() == 0;
            });
            for (int i = 0; i < orders.size(); i++) {
                paysOnceAndReplays(world, orders.get(i), tokens.get(i));
            }
            assertThat(evicted(), greaterThan(19L));
            Redis.set("maxmemory", "0");

            normalAgain(world);
        }
    }

    /** Redis cannot save to its disk and refuses writes ("MISCONF"). */
    @Test
    void aRedisWhoseDiskIsFullStopsNoPayment() {
        String home = Redis.listAt(Stores.redisPort(), "CONFIG", "GET", "dir").get(1);
        try (World world = World.with(Map.of())) {
            String order = anOrder();
            String token = aToken(order);
            saveToADirectoryThatIsGone();
            Redis.set("save", "3600 1");
            Redis.command("BGSAVE");
            Poll.until(BACK, () -> Redis.command("SET", "a", "1").startsWith("MISCONF"));
            try {
                paysOnceAndReplays(world, order, token);
                IntStream.range(0, 12).forEach(i -> {
                    String another = anOrder();
                    paysOnceAndReplays(world, another, aToken(another));
                });
                Poll.until(BACK, () -> world.service().status("/q/health/ready") == 503);
            } finally {
                Redis.set("save", "");
                Redis.set("dir", home);
            }

            normalAgain(world);
        }
    }

    /** MySQL's disk (1021) or a table (1114) is full: told to come again, nothing charged, readable, and back by itself. */
    @ParameterizedTest
    @ValueSource(ints = {1021, 1114})
    void aMySqlThatIsFullTakesNoPaymentAndLosesNone(int error) {
        try (World world = World.with(Map.of())) {
            String order = anOrder();
            String token = aToken(order);
            String running = anOrder();
            world.gatewayBehaves(Map.of("delayAfterMillis", 1500));
            var owner = world.payMeanwhile(aToken(running));
            Poll.until(() -> world.approved(running).size() == 1);

            MySql.refuseWrites(error);
            Response refused = pay(token);
            assertThat(refused.statusCode(), equalTo(503));
            assertThat(refused.<String>path("code"), equalTo("STORE_UNAVAILABLE"));
            assertThat(owner.join().statusCode(), equalTo(202));
            Poll.until(BACK, () -> world.service().status("/q/health/ready") == 503);
            Poll.until(BACK, () -> asMerchant().get("/orders/" + order).statusCode() == 200);
            assertThat(world.calls(order, "charge"), hasSize(0));
            world.gatewayBehaves(Map.of());
            withRoom();

            normalAgain(world);
            pay(token).then().statusCode(200);
            Poll.until(World.RECOVERY, () -> orderStatus(running).equals("PAID"));
            assertThat(world.approved(running), hasSize(1));
        }
    }

    private static void paysOnceAndReplays(World world, String order, String token) {
        pay(token).then().statusCode(200);
        pay(token).then().statusCode(200).header("Idempotent-Replayed", "true");
        assertThat(world.calls(order, "charge"), hasSize(1));
    }

    private static void normalAgain(World world) {
        Poll.until(BACK, () -> world.service().status("/q/health/ready") == 200);
        Poll.until(BACK, () -> {
            long before = Redis.claims();
            return pay(aToken(anOrder())).statusCode() == 200 && Redis.claims() > before;
        });
    }

    private static long evicted() {
        return Redis.command("INFO", "stats")
                .lines()
                .filter(line -> line.startsWith("evicted_keys:"))
                .mapToLong(line ->
                        Long.parseLong(line.substring("evicted_keys:".length()).strip()))
                .sum();
    }

    private static void saveToADirectoryThatIsGone() {
        try {
            Path gone = Files.createTempDirectory("gone");
            Redis.set("dir", gone.toString());
            Files.delete(gone);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
