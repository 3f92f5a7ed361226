package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import io.restassured.response.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C64: MySQL goes and comes back under load. It costs seconds: callers are told to come again, and nobody is charged twice. */
@Tag("faults")
class MySqlAwayIT {

    private static final Duration BACK = Duration.ofSeconds(10);
    /** The session's wait_timeout of 15 s, and some. */
    private static final Duration SESSION_ENDS = Duration.ofSeconds(25);

    private static final int REQUESTS_PER_SECOND = 40;
    private static final int POOL = 20;
    /** The error of a server with --read-only. */
    private static final int READ_ONLY = 1290;

    /** Two time-outs of 1.4 s in a row, a pool that is empty (2 s), and a busy machine. */
    private static final Duration SLOWEST = Duration.ofSeconds(10);
    /** Done, accepted, or told to come again. */
    private static final Set<Integer> TRUE = Set.of(200, 201, 202, 409, 503);

    @Test
    void aMySqlThatIsRestartedFiveTimesIsBackWithinSecondsEachTime() {
        try (World world = World.with(Map.of());
                Load load = Load.warm(REQUESTS_PER_SECOND)) {
            List<Load.Seen> seen = new ArrayList<>();
            for (int round = 0; round < 5; round++) {
                long before = Stores.mysqlPid();
                Stores.kill(before);
                pause(Duration.ofSeconds(1));
                Stores.restartMysql();

                backToNormal(world);
                assertThat(Stores.mysqlPid() == before, is(false));
                seen.addAll(load.seen());
            }
            told(seen, false);
            load.endAndCheck(world);
            assertThat(MySql.connections().size(), lessThanOrEqualTo(POOL + 4));
        }
    }

    @Test
    void connectionsThatMySqlKillsAreReplaced() {
        try (World world = World.with(Map.of());
                Load load = Load.warm(REQUESTS_PER_SECOND)) {
            for (int round = 0; round < 5; round++) {
                List<String> killed = MySql.connections();
                assertThat(killed.size(), greaterThan(0));
                killed.forEach(MySqlAwayIT::kill);

                backToNormal(world);
                told(load.seen(), false);
            }
            load.endAndCheck(world);
            assertThat(MySql.connections().size(), lessThanOrEqualTo(POOL + 4));
        }
    }

    @Test
    void aPortThatIsBlockedForThirtySecondsBlocksNobodyAfterwards() {
        try (OneWayProxy proxy = new OneWayProxy(Stores.mysqlPort());
                World world = World.with(through(proxy));
                Load load = Load.warm(REQUESTS_PER_SECOND)) {

            proxy.block();
            pause(Duration.ofSeconds(30));
            List<Load.Seen> meanwhile = load.seen();
            assertThat(proxy.swallowed(), greaterThan(0L));
            assertThat(world.service().status("/q/health/live"), equalTo(200));
            proxy.mend();

            backToNormal(world);
            told(meanwhile, true);
            load.endAndCheck(world);
        }
    }

    /**
     * An instance is cut off in the middle of settling, for good as MySQL sees it: nothing tells MySQL that the session has
     * gone, and it holds the order's row.
     */
    @Test
    void aSessionThatVanishedDoesNotKeepItsRowsForLong() {
        try (OneWayProxy proxy = new OneWayProxy(Stores.mysqlPort());
                World world = World.with(through(proxy))) {
            pay(aToken(anOrder())).then().statusCode(200);
            String order = anOrder();
            CompletableFuture<Response> payment = world.payMeanwhile(aToken(order), "pm_slow_2s");
            Poll.until(() -> !world.calls(order, "charge").isEmpty());
            proxy.blockAfter(Pattern.compile("from orders .*" + MySql.id(order) + " for update"));
            Poll.until(proxy::isBlocked);
            assertThat(payment.join().statusCode(), is(in(TRUE)));
            proxy.mend();
            assertThat(MySql.isLocked(order), is(true));

            Poll.until(SESSION_ENDS, () -> !MySql.isLocked(order));

            Poll.until(World.RECOVERY, () -> orderStatus(order).equals("PAID"));
            assertThat(world.approved(order).size(), equalTo(1));
        }
    }

    /** Its name leads to where nobody listens, or nowhere; its connections are ended, so that the name is asked for. */
    @Test
    void aMySqlWhoseNameLeadsElsewhereIsBackWithinSeconds() throws IOException {
        NameFile names = NameFile.with("127.0.0.1 mysql.test");
        Map<String, String> byName = new HashMap<>(names.settings());
        byName.put("quarkus.datasource.jdbc.url", url("127.0.0.1", "mysql.test"));
        try (World world = World.with(byName);
                Load load = Load.warm(REQUESTS_PER_SECOND)) {
            for (String wrong : List.of("127.0.0.2 mysql.test", "127.0.0.1 another.test")) {
                load.seen();
                names.say(wrong);
                // until then the old name is still remembered
                pause(NameFile.REMEMBERED.plusMillis(500));
                MySql.connections().forEach(MySqlAwayIT::kill);
                pause(Duration.ofSeconds(5));
                List<Load.Seen> meanwhile = load.seen();
                names.say("127.0.0.1 mysql.test");

                backToNormal(world);
                told(meanwhile, true);
            }
            load.endAndCheck(world);
        }
    }

    /** A replica that was taken for the leader: reads work, writes do not, and it says so in its readiness. */
    @Test
    void aMySqlThatIsReadOnlyForTwentySecondsIsReadAndNotWritten() {
        try (World world = World.with(Map.of());
                Load load = Load.warm(REQUESTS_PER_SECOND)) {
            String order = anOrder();
            String token = aToken(order);
            load.seen();

            MySql.refuseWrites(READ_ONLY);
            try {
                Poll.until(BACK, () -> world.service().status("/q/health/ready") == 503);
                assertThat(pay(token).statusCode(), equalTo(503));
                Poll.until(BACK, () -> asMerchant().get("/orders/" + order).statusCode() == 200);
                pause(Duration.ofSeconds(20));
                assertThat(world.calls(order, "charge").size(), equalTo(0));
            } finally {
                MySql.takeWrites();
            }

            backToNormal(world);
            assertThat(pay(token).statusCode(), equalTo(200));
            told(load.seen(), true);
            load.endAndCheck(world);
        }
    }

    private static void backToNormal(World world) {
        Poll.until(BACK, () -> world.service().status("/q/health/ready") == 200);
        Poll.until(
                BACK,
                () -> asMerchant()
                                .body(Map.of("customerId", "alice", "amount", 1800, "currency", "USD"))
                                .post("/orders")
                                .statusCode()
                        == 201);
        pay(aToken(anOrder())).then().statusCode(200);
    }

    /** @param away whether some must have been told to come again: otherwise the fault did not happen */
    private static void told(List<Load.Seen> seen, boolean away) {
        String counts = Load.counts(seen).toString();
        assertThat(counts, seen.stream().map(Load.Seen::status).toList(), everyItem(is(in(TRUE))));
        assertThat(
                counts,
                seen.stream().map(Load.Seen::took).max(Duration::compareTo).orElseThrow(),
                lessThan(SLOWEST));
        if (away) {
            assertThat(counts, seen.stream().filter(one -> one.status() == 503).count(), greaterThan(0L));
        }
    }

    private static void kill(String connection) {
        try {
            MySql.update("kill " + connection);
        } catch (IllegalStateException gone) {
            // it has ended by itself in between
        }
    }

    private static Map<String, String> through(OneWayProxy proxy) {
        return Map.of("quarkus.datasource.jdbc.url", url(":" + Stores.mysqlPort() + "/", ":" + proxy.port() + "/"));
    }

    /** The url of the store, with one part of it put in the place of another. */
    private static String url(String part, String replacement) {
        return Stores.settings().get("quarkus.datasource.jdbc.url").replace(part, replacement);
    }

    private static void pause(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
