package dev.payonce.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.smallrye.faulttolerance.api.TypedGuard;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Response;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.util.TypeLiteral;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs Lua scripts and commands in Redis, within a time limit and behind a circuit breaker; never blocks. */
@ApplicationScoped
public class Redis {

    private static final double FAILURES_THAT_OPEN = 0.5;

    private final ReactiveRedisDataSource redis;
    private final MeterRegistry meters;
    private final TypedGuard<Uni<Object>> guard;

    Redis(ReactiveRedisDataSource redis, RedisConfig config, MeterRegistry meters) {
        this.redis = redis;
        this.meters = meters;
        this.guard = TypedGuard.create(new TypeLiteral<Uni<Object>>() {})
                .withDescription("redis")
                .withTimeout()
                .duration(config.timeout().toMillis(), ChronoUnit.MILLIS)
                .done()
                .withCircuitBreaker()
                .requestVolumeThreshold(config.breakerVolume())
                .failureRatio(FAILURES_THAT_OPEN)
                .delay(config.breakerDelay().toMillis(), ChronoUnit.MILLIS)
                .done()
                .withThreadOffload(false)
                .build();
    }

    /** The script's answer, or {@link RedisAway}. All keys must share one hash tag, so that a cluster can run it. */
    public Uni<Response> run(RedisScript script, List<String> keys, String... arguments) {
        return call(script.name(), source -> evaluate(source, script, keys, arguments));
    }

    /**
     * The answer of a command that needs no script, or {@link RedisAway}.
     *
     * @param operation for metrics and messages
     */
    @SuppressWarnings("unchecked") // what comes out is what the command put in
    public <T> Uni<T> call(String operation, Function<ReactiveRedisDataSource, Uni<T>> command) {
        return Uni.createFrom().deferred(() -> {
            Timer.Sample sample = Timer.start(meters);
            return guard.get(() -> command.apply(redis).map(answer -> (Object) answer))
                    .map(answer -> (T) answer)
                    .onFailure()
                    .transform(fault -> new RedisAway(operation, fault))
                    .onTermination()
                    .invoke(() -> sample.stop(meters.timer("payonce.store", "store", "redis", "operation", operation)));
        });
    }

    private static Uni<Response> evaluate(
            ReactiveRedisDataSource redis, RedisScript script, List<String> keys, String[] arguments) {
        String[] call = Stream.of(Stream.of(script.sha1(), "" + keys.size()), keys.stream(), Stream.of(arguments))
                .flatMap(part -> part)
                .toArray(String[]::new);
        return redis.execute("EVALSHA", call).onFailure(Redis::scriptIsMissing).recoverWithUni(() -> {
            call[0] = script.source();
            return redis.execute("EVAL", call);
        });
    }

    /** A restart, a failover or SCRIPT FLUSH empties the script cache: a normal event. EVAL loads the script again. */
    private static boolean scriptIsMissing(Throwable fault) {
        return fault.getMessage() != null && fault.getMessage().startsWith("NOSCRIPT");
    }
}
