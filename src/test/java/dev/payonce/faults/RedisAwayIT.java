package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C50: Redis goes and comes back under load, again and again; MySQL stands in, and nobody restarts the service. */
@Tag("faults")
class RedisAwayIT {

    private static final int ROUNDS = 5;
    private static final Duration AWAY = Duration.ofSeconds(5);
    private static final Duration BACK = Duration.ofSeconds(5);
    private static final int REQUESTS_PER_SECOND = 50;
    /** The limit of a Redis command, three times over (token, consume, record), and a busy machine. */
    private static final Duration SLOWEST = Duration.ofSeconds(8);

    @BeforeEach
    void withoutOldKeys() {
        Redis.flushAll();
    }

    @Test
    void aRedisThatIsKilledFiveTimesFailsNobody() {
        againAndAgain(ROUNDS, AWAY, Map.of(), () -> Stores.kill(Stores.redisPid()), Stores::restartRedis);
    }

    @Test
    void aRedisThatIsAwayForAMinuteFailsNobody() {
        againAndAgain(1, Duration.ofMinutes(1), Map.of(), () -> Stores.kill(Stores.redisPid()), Stores::restartRedis);
    }

    @Test
    void aRedisThatHangsFiveTimesFailsNobody() {
        long pid = Stores.redisPid();
        againAndAgain(ROUNDS, AWAY, Map.of(), () -> Stores.pause(pid), () -> Stores.resume(pid));
    }

    @Test
    void connectionsThatRedisClosesAreReplaced() {
        againAndAgain(
                ROUNDS,
                AWAY,
                Map.of(),
                () -> {
                    long closed = 0;
                    for (int i = 0; i < 10; i++) {
                        closed += closeConnections();
                        pause(Duration.ofMillis(300));
                    }
                    assertThat(closed, greaterThan(1L));
                },
                () -> {});
    }

    /** Its name leads to where nobody listens, or nowhere; what is still open is closed, so that the name is asked for. */
    @Test
    void aRedisWhoseNameLeadsElsewhereFiveTimesFailsNobody() throws IOException {
        NameFile names = NameFile.with("127.0.0.1 redis.test");
        Map<String, String> byName = new HashMap<>(names.settings());
        byName.put("quarkus.redis.hosts", "redis://redis.test:" + Stores.redisPort());
        Deque<String> wrong = new ArrayDeque<>(List.of("127.0.0.2 redis.test", "127.0.0.1 another.test"));
        againAndAgain(
                ROUNDS,
                Duration.ofSeconds(10),
                byName,
                () -> {
                    wrong.addLast(wrong.removeFirst());
                    names.say(wrong.getFirst());
                    // until then the old name is still remembered
                    pause(NameFile.REMEMBERED.plusMillis(500));
                    Poll.until(() -> closeConnections() == 0);
                },
                () -> {
                    assertThat("connections in spite of its name", Redis.connections(), is(0L));
                    names.say("127.0.0.1 redis.test");
                });
    }

    private static long closeConnections() {
        return Long.parseLong(Redis.command("CLIENT", "KILL", "TYPE", "normal"))
                + Long.parseLong(Redis.command("CLIENT", "KILL", "TYPE", "pubsub"));
    }

    private void againAndAgain(
            int rounds, Duration away, Map<String, String> settings, Runnable takeAway, Runnable bringBack) {
        try (World world = World.with(settings);
                Load load = Load.warm(REQUESTS_PER_SECOND)) {
            long connections = Redis.connections();
            for (int round = 0; round < rounds; round++) {
                load.seen();
                takeAway.run();
                pause(away);
                List<Load.Seen> meanwhile = load.seen();
                bringBack.run();

                assertThat(Load.counts(meanwhile).toString(), meanwhile.size(), greaterThan(REQUESTS_PER_SECOND));
                assertThat(
                        Load.counts(meanwhile).toString(),
                        meanwhile.stream().map(Load.Seen::status).distinct().toList(),
                        everyItem(is(in(Set.of(200, 201)))));
                assertThat(slowest(meanwhile), lessThan(SLOWEST));
                Poll.until(BACK, RedisAwayIT::isUsed);
                Poll.until(BACK, () -> world.service().status("/q/health/ready") == 200);
            }
            load.endAndCheck(world);
            assertThat(Redis.connections(), lessThanOrEqualTo(Math.max(connections, 33)));
        }
    }

    /** The fast path is back when a payment leaves its claim in Redis. */
    private static boolean isUsed() {
        long before = Redis.claims();
        return pay(aToken(anOrder())).statusCode() == 200 && Redis.claims() > before;
    }

    private static Duration slowest(List<Load.Seen> seen) {
        return seen.stream().map(Load.Seen::took).max(Duration::compareTo).orElseThrow();
    }

    private static void pause(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
