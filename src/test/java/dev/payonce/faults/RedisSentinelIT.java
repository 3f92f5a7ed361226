package dev.payonce.faults;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.FreePort;
import dev.payonce.testsupport.Poll;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** C09, with Redis Sentinel, by configuration alone: Redis dies under load, and Sentinel makes its copy the leader. */
@Tag("faults")
class RedisSentinelIT {

    private static final int REQUESTS_PER_SECOND = 60;
    private static final Duration FAILOVER = Duration.ofSeconds(30);
    /** How long a service needs at most to find the new leader. */
    private static final Duration BACK = Duration.ofSeconds(5);

    private static final Pattern SCRIPTS = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");

    /** Redis may lead, change or be away: nobody is told to come again. */
    private static final Set<Integer> DONE = Set.of(200, 201);

    @Test
    void aFailoverTurnsNobodyAwayAndTheNewLeaderIsFound() {
        int port = FreePort.any();
        RedisServer first = RedisServer.start(port);
        RedisServer second =
                RedisServer.start(FreePort.any(), "--replicaof", "127.0.0.1", Integer.toString(first.port()));
        List<RedisSentinel> sentinels = RedisSentinel.three(first.port());
        try (World world = World.with(Map.of(
                        "quarkus.redis.client-type",
                        "sentinel",
                        "quarkus.redis.hosts",
                        hosts(sentinels),
                        "quarkus.redis.master-name",
                        RedisSentinel.MASTER));
                Load load = Load.warm(REQUESTS_PER_SECOND)) {
            load.goOn(Duration.ofSeconds(2));
            assertThat(scripts(first) > 0 && scripts(second) == 0, is(true));

            first.close();
            long died = System.nanoTime();
            Poll.until(FAILOVER, () -> leads(second));
            long promoted = System.nanoTime();
            Poll.until(BACK, () -> scripts(second) > 0);
            long back = System.nanoTime();
            load.goOn(Duration.ofSeconds(2));
            done(load.seen());

            // the old leader comes back, empty, and takes itself for one until it is told
            first = RedisServer.start(port);
            RedisServer returned = first;
            Poll.until(FAILOVER, () -> !leads(returned));
            sentinels.get(0).close();
            load.goOn(Duration.ofSeconds(2));
            done(load.seen());
            assertThat(scripts(returned), equalTo(0L));
            load.endAndCheck(world);
            System.out.printf(
                    "sentinel: a new leader after %d ms, and the service's fast path %d ms later%n",
                    TimeUnit.NANOSECONDS.toMillis(promoted - died), TimeUnit.NANOSECONDS.toMillis(back - promoted));
        } finally {
            sentinels.forEach(RedisSentinel::close);
            second.close();
            first.close();
        }
    }

    private static String hosts(List<RedisSentinel> sentinels) {
        return sentinels.stream()
                .map(sentinel -> "redis://127.0.0.1:" + sentinel.port())
                .collect(Collectors.joining(","));
    }

    private static boolean leads(RedisServer server) {
        try {
            return server.command("INFO", "replication").contains("role:master");
        } catch (UncheckedIOException cutOff) {
            return false;
        }
    }

    /** How many scripts it has been asked for: a copy is told what they did. */
    private static long scripts(RedisServer server) {
        Matcher calls = SCRIPTS.matcher(server.command("INFO", "commandstats"));
        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }

    private static void done(List<Load.Seen> seen) {
        assertThat(
                Load.counts(seen).toString(),
                seen.stream().map(Load.Seen::status).toList(),
                everyItem(is(in(DONE))));
    }
}
