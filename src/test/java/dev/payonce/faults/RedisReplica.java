package dev.payonce.faults;

import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A second Redis that copies the first one until it is cut off: what a failover finds. */
final class RedisReplica implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(20);

    private final int port;
    private final Process process;

    private RedisReplica(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /** Returns when it has all that the first one has. */
    static RedisReplica start() {
        try {
            int port = freePort();
            Path home = Files.createDirectories(
                    Path.of("target/faults/replica-" + port).toAbsolutePath());
            Process process = new ProcessBuilder(
                            Stores.DIRECTORY.resolve("bin/redis-server").toString(),
                            "--bind",
                            "127.0.0.1",
                            "--port",
                            Integer.toString(port),
                            "--dir",
                            home.toString(),
                            "--save",
                            "",
                            "--replicaof",
                            "127.0.0.1",
                            Integer.toString(Stores.redisPort()))
                    .redirectErrorStream(true)
                    .redirectOutput(home.resolve("server.log").toFile())
                    .start();
            RedisReplica replica = new RedisReplica(port, process);
            Poll.until(START, replica::isInStep);
            return replica;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return port;
    }

    boolean isInStep() {
        try {
            return Redis.commandAt(port, "INFO", "replication").contains("master_link_status:up")
                    && Redis.command("DBSIZE").equals(Redis.commandAt(port, "DBSIZE"));
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** From now on it is a Redis of its own, and knows nothing of what the first one is told. */
    void promote() {
        Redis.commandAt(port, "REPLICAOF", "NO", "ONE");
        Redis.commandAt(port, "SCRIPT", "FLUSH");
    }

    long tokens() {
        return Long.parseLong(
                Redis.commandAt(port, "EVAL", "return #redis.call('KEYS',ARGV[1])", "0", "payonce:*:token"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
