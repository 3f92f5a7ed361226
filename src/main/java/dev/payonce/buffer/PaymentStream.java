package dev.payonce.buffer;

import dev.payonce.payment.BufferConfig;
import dev.payonce.store.Redis;
import dev.payonce.store.RedisScript;
import dev.payonce.value.PaymentId;
import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.quarkus.redis.datasource.stream.ReactiveStreamCommands;
import io.quarkus.redis.datasource.stream.StreamMessage;
import io.quarkus.redis.datasource.stream.XAddArgs;
import io.quarkus.redis.datasource.stream.XGroupCreateArgs;
import io.quarkus.redis.datasource.stream.XReadGroupArgs;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The stream in Redis and its one group of workers. Each entry is heard by one worker, and by another if that one dies.
 * Every call may end in {@link dev.payonce.store.RedisAway}; a reading that was given up may still run later, and what it
 * took is reclaimed.
 */
@ApplicationScoped
class PaymentStream {

    private static final RedisScript RECLAIM = RedisScript.load("reclaim_bells");
    private static final RedisScript DONE = RedisScript.load("answer_bell");

    private static final String KEY = "payonce:{buffer}:payments";
    private static final String GROUP = "workers";
    private static final String FIELD = "payment";
    private static final String NEVER_READ = ">";
    private static final String FROM_THE_START = "0";

    private final Redis redis;
    private final BufferConfig config;
    /** Of this life of this instance: what an earlier one left is reclaimed like any other's. */
    private final String worker = UUID.randomUUID().toString();

    PaymentStream(Redis redis, BufferConfig config) {
        this.redis = redis;
        this.config = config;
    }

    /** The stream is as long as the buffer is deep; the trimming is for the case that nobody reads it. */
    Uni<Void> ring(PaymentId payment) {
        XAddArgs bounded = new XAddArgs().maxlen(2L * config.limit()).nearlyExactTrimming();
        return redis.call("ring_bell", source -> commands(source).xadd(KEY, bounded, Map.of(FIELD, payment.toString())))
                .replaceWithVoid();
    }

    /** Bells that nobody has heard yet, at most {@code count}; never waits for one. */
    Uni<List<Bell>> read(int count) {
        return redis.call("hear_bells", source -> read(commands(source), count));
    }

    /** The group goes with the stream when Redis loses its data: a normal event. */
    private Uni<List<Bell>> read(ReactiveStreamCommands<String, String, String> stream, int count) {
        return stream.xreadgroup(GROUP, worker, KEY, NEVER_READ, new XReadGroupArgs().count(count))
                .map(PaymentStream::bells)
                .onFailure(fault -> begins(fault, "NOGROUP"))
                .recoverWithUni(() -> createGroup(stream).replaceWith(List.of()));
    }

    private static Uni<Void> createGroup(ReactiveStreamCommands<String, String, String> stream) {
        return stream.xgroupCreate(KEY, GROUP, FROM_THE_START, new XGroupCreateArgs().mkstream())
                .onFailure(fault -> begins(fault, "BUSYGROUP"))
                .recoverWithNull();
    }

    /** Bells that their worker has heard long ago and not answered. */
    Uni<List<Bell>> reclaim(int count) {
        String idle = Long.toString(config.reclaimAfter().toMillis());
        return redis.run(RECLAIM, List.of(KEY), GROUP, worker, idle, Integer.toString(count))
                .map(PaymentStream::bells);
    }

    /** What the bell asked for is done, or somebody else's: it leaves the stream. */
    Uni<Void> answer(Bell bell) {
        return redis.run(DONE, List.of(KEY), GROUP, bell.entry()).replaceWithVoid();
    }

    private static ReactiveStreamCommands<String, String, String> commands(ReactiveRedisDataSource source) {
        return source.stream(String.class);
    }

    private static List<Bell> bells(List<StreamMessage<String, String, String>> messages) {
        return messages.stream()
                .map(message -> new Bell(message.id(), message.payload().get(FIELD)))
                .toList();
    }

    /** As the script gives them: {@code [entry, payment]} each. */
    private static List<Bell> bells(Response answer) {
        List<Bell> bells = new ArrayList<>();
        answer.forEach(
                pair -> bells.add(new Bell(pair.get(0).toString(), pair.get(1).toString())));
        return bells;
    }

    private static boolean begins(Throwable fault, String code) {
        return fault.getMessage() != null && fault.getMessage().startsWith(code);
    }
}
