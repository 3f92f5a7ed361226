package dev.payonce.idempotency;

import dev.payonce.store.Redis;
import dev.payonce.store.RedisScript;
import dev.payonce.store.RetentionConfig;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Keys in Redis: who is at work with them, and what came of it. Every call is one round trip and may end in {@link
 * dev.payonce.store.RedisAway}. A command that was given up may still run later; owner ids keep that harmless.
 */
@ApplicationScoped
class RedisRecords {

    private static final RedisScript CLAIM = RedisScript.load("claim_key");
    private static final RedisScript CACHE = RedisScript.load("cache_result");
    private static final RedisScript RECORD = RedisScript.load("record_result");
    private static final RedisScript RELEASE = RedisScript.load("release_key");

    private final Redis redis;
    private final Duration lease;
    private final Duration retention;
    private final Duration cached;

    RedisRecords(Redis redis, IdempotencyConfig config, RetentionConfig retention) {
        this.redis = redis;
        this.lease = config.lease();
        this.retention = retention.idempotency();
        this.cached = retention.outcome();
    }

    /** Tells what came of the key, or makes it this request's for the lease. */
    Uni<KeyClaim> claim(Attempt attempt) {
        return redis.run(
                        CLAIM,
                        key(attempt),
                        attempt.owner(),
                        attempt.fingerprintText(),
                        millis(lease),
                        millis(retention))
                .map(RedisRecords::claim);
    }

    private static KeyClaim claim(Response answer) {
        String result = answer.size() > 1 ? answer.get(1).toString() : null;
        return new KeyClaim(KeyClaim.Kind.valueOf(answer.get(0).toString()), result);
    }

    /**
     * Keeps a result that MySQL has, for a while, whoever holds the key: it will be told the same.
     *
     * @param createdAt when MySQL recorded it: it is not told any more once MySQL may have forgotten it
     */
    Uni<Void> cache(Attempt attempt, String result, Instant createdAt) {
        return redis.run(
                        CACHE,
                        key(attempt),
                        attempt.fingerprintText(),
                        result,
                        Long.toString(createdAt.toEpochMilli()),
                        millis(cached),
                        millis(retention))
                .replaceWithVoid();
    }

    /** Keeps the one record that there is of a result, for as long as keys are kept; false where the key is another request's. */
    Uni<Boolean> record(Attempt attempt, String result) {
        return redis.run(RECORD, key(attempt), attempt.owner(), attempt.fingerprintText(), result, millis(retention))
                .map(answer -> answer.toInteger() == 1);
    }

    /** Nothing came of it: the next request may take the key at once. */
    Uni<Void> release(Attempt attempt) {
        return redis.run(RELEASE, key(attempt), attempt.owner()).replaceWithVoid();
    }

    private static List<String> key(Attempt attempt) {
        return List.of("payonce:{" + attempt.recordId() + "}:once");
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
