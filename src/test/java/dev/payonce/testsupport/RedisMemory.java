package dev.payonce.testsupport;

import io.quarkus.redis.datasource.RedisDataSource;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;
import jakarta.inject.Singleton;
import java.util.List;

/** Brings back what Redis has had, as a replica that lags and an old backup do. */
@Singleton
public class RedisMemory {

    private final RedisDataSource redis;
    private final Redis client;

    RedisMemory(RedisDataSource redis, Redis client) {
        this.redis = redis;
        this.client = client;
    }

    /**
     * A key as it was.
     *
     * @param life in ms, 0 or less for a key without an end
     */
    public record Kept(String key, byte[] value, long life) {

        /** Under another name. */
        public Kept as(String name) {
            return new Kept(name, value, life);
        }

        /** @param millis 0 for a key without an end */
        public Kept living(long millis) {
            return new Kept(key, value, millis);
        }
    }

    public Kept of(String key) {
        byte[] value = client.sendAndAwait(Request.cmd(Command.DUMP).arg(key)).toBytes();
        return new Kept(key, value, redis.key().pttl(key));
    }

    /** Of all keys like this one. */
    public List<Kept> ofAll(String pattern) {
        return redis.key().keys(pattern).stream().map(this::of).toList();
    }

    public void bringBack(Kept kept) {
        client.sendAndAwait(Request.cmd(Command.RESTORE)
                .arg(kept.key())
                .arg(Math.max(kept.life(), 0))
                .arg(Buffer.buffer(kept.value()))
                .arg("REPLACE"));
    }
}
