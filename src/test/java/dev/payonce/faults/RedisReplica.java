package dev.payonce.faults;

import dev.payonce.testsupport.FreePort;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import java.io.UncheckedIOException;
import java.time.Duration;

/** A second Redis that copies the first one until it is cut off: what a failover finds. */
record RedisReplica(RedisServer server) implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(20);

    /** Returns when it has all that the first one has. */
    static RedisReplica start() {
        RedisReplica replica = new RedisReplica(
                RedisServer.start(FreePort.any(), "--replicaof", "127.0.0.1", Integer.toString(Stores.redisPort())));
        Poll.until(START, replica::isInStep);
        return replica;
    }

    int port() {
        return server.port();
    }

    boolean isInStep() {
        try {
            return server.command("INFO", "replication").contains("master_link_status:up")
                    && Redis.command("DBSIZE").equals(server.command("DBSIZE"));
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** From now on it is a Redis of its own, and knows nothing of what the first one is told. */
    void promote() {
        server.must("REPLICAOF", "NO", "ONE");
        server.must("SCRIPT", "FLUSH");
    }

    long tokens() {
        return Long.parseLong(server.command("EVAL", "return #redis.call('KEYS',ARGV[1])", "0", "payonce:*:token"));
    }

    @Override
    public void close() {
        server.close();
    }
}
