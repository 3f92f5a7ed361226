package dev.payonce.faults;

import dev.payonce.testsupport.FreePort;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One of those who watch a Redis and its copy, and agree on who leads. */
record RedisSentinel(int port, BrokerProcess process) implements AutoCloseable {

    static final String MASTER = "payonce";

    private static final Duration START = Duration.ofSeconds(30);

    private static final String CONFIGURATION =
            """
            bind 127.0.0.1
            port %1$d
            sentinel monitor %2$s 127.0.0.1 %3$d 2
            sentinel down-after-milliseconds %2$s 1000
            sentinel failover-timeout %2$s 5000
            """;

    /** Returns when it knows of the copy and of the other two. */
    static List<RedisSentinel> three(int leader) {
        List<RedisSentinel> three = List.of(start(leader), start(leader), start(leader));
        Poll.until(START, () -> three.stream().allMatch(RedisSentinel::isReady));
        return three;
    }

    private static RedisSentinel start(int leader) {
        int port = FreePort.any();
        Path home = Path.of("target/faults/sentinel-" + port).toAbsolutePath();
        Path configuration =
                BrokerProcess.write(home.resolve("sentinel.conf"), CONFIGURATION.formatted(port, MASTER, leader));
        String program = Stores.DIRECTORY.resolve("bin/redis-server").toString();
        BrokerProcess process = BrokerProcess.of(
                home.resolve("sentinel.log"), List.of(program, configuration.toString(), "--sentinel"), Map.of());
        return new RedisSentinel(port, process.start());
    }

    private boolean isReady() {
        try {
            return Redis.commandAt(port, "INFO", "sentinel").contains("status=ok")
                    && Redis.commandAt(port, "SENTINEL", "CKQUORUM", MASTER).startsWith("OK 3 ");
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    @Override
    public void close() {
        process.kill();
    }
}
