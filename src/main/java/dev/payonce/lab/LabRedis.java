package dev.payonce.lab;

import dev.payonce.store.RedisScript;
import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.vertx.mutiny.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * Redis as the patterns use it: plain commands that block, a few at once, so that those who pay find connections. Not
 * behind their circuit breaker, which a storm must not open.
 */
@ApplicationScoped
class LabRedis {

    /** Of the 32 connections of the service. */
    private static final int AT_ONCE = 8;

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final ReactiveRedisDataSource redis;
    private final Semaphore turns = new Semaphore(AT_ONCE, true);

    LabRedis(ReactiveRedisDataSource redis) {
        this.redis = redis;
    }

    /** The answer; null where Redis answers nil. */
    Response run(String command, String... arguments) {
        takeTurn();
        try {
            return redis.execute(command, arguments).await().atMost(TIMEOUT);
        } finally {
            turns.release();
        }
    }

    private void takeTurn() {
        try {
            turns.acquire();
        } catch (InterruptedException brokenOff) {
            throw new Died();
        }
    }

    Response run(RedisScript script, List<String> keys, String... arguments) {
        String[] call = Stream.of(Stream.of(script.source(), "" + keys.size()), keys.stream(), Stream.of(arguments))
                .flatMap(part -> part)
                .toArray(String[]::new);
        return run("EVAL", call);
    }
}
