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
import java.time.Duration;
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
        againAndAgain(() -> Stores.kill(Stores.redisPid()), Stores::restartRedis);
    }

    @Test
    void aRedisThatHangsFiveTimesFailsNobody() {
        long pid = Stores.redisPid();
        againAndAgain(() -> Stores.pause(pid), () -> Stores.resume(pid));
    }

    @Test
    void connectionsThatRedisClosesAreReplaced() {
        againAndAgain(
                () -> {
                    for (int i = 0; i < 10; i++) {
                        long closed = Long.parseLong(Redis.command("CLIENT", "KILL", "TYPE", "normal"));
                        assertThat(closed, greaterThan(0L));
                        pause(Duration.ofMillis(300));
                    }
                },
                () -> {});
    }

    private void againAndAgain(Runnable takeAway, Runnable bringBack) {
        try (World world = World.with(Map.of())) {
            pay(aToken(anOrder())).then().statusCode(200);
            Load load = Load.of(REQUESTS_PER_SECOND);
            Poll.until(World.RECOVERY, () -> load.paid() > 20);
            long connections = Redis.connections();
            for (int round = 0; round < ROUNDS; round++) {
                load.seen();
                takeAway.run();
                pause(AWAY);
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
