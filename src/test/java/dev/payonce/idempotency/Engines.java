package dev.payonce.idempotency;

import dev.payonce.store.Redis;
import dev.payonce.store.RetentionConfig;
import dev.payonce.store.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;

/** The engine as each setting makes it, on the application's own stores. */
@Singleton
class Engines {

    private static final String STORE = "payonce.idempotency.store";
    private static final Duration RETENTION = Duration.ofDays(30);

    private final Transactions transactions;
    private final DatabaseRecords records;
    private final Results results;
    private final Redis redis;
    private final MeterRegistry meters;

    Engines(Transactions transactions, DatabaseRecords records, Results results, Redis redis, MeterRegistry meters) {
        this.transactions = transactions;
        this.records = records;
        this.results = results;
        this.redis = redis;
        this.meters = meters;
    }

    /** Its duplicates wait as long as a busy machine may need. */
    Idempotency of(RecordStore store) {
        return of(store, RETENTION);
    }

    Idempotency of(RecordStore store, Duration retention) {
        return waiting(store, "15S", retention);
    }

    /** Sends duplicates away soon. */
    Idempotency impatient(RecordStore store) {
        return waiting(store, "300MS", RETENTION);
    }

    private Idempotency waiting(RecordStore store, String forTwins, Duration retention) {
        return with(config(Map.of(STORE, store.name(), "payonce.idempotency.wait", forTwins)), retention);
    }

    /** Redis takes a request for running for so long. */
    Idempotency leasing(RecordStore store, Duration lease) {
        return with(config(Map.of(STORE, store.name(), "payonce.idempotency.lease", lease.toString())), RETENTION);
    }

    private Idempotency with(IdempotencyConfig config, Duration keys) {
        RetentionConfig retention =
                mapping(RetentionConfig.class, Map.of("payonce.retention.idempotency", keys.toString()));
        RedisRecords inRedis = new RedisRecords(redis, config, retention);
        DatabaseKeeper database = new DatabaseKeeper(transactions, records, results);
        RedisKeeper alone = new RedisKeeper(inRedis, transactions, results, config);
        HybridKeeper hybrid = new HybridKeeper(inRedis, database, results, config);
        return new Idempotency(config, transactions, database, alone, hybrid, results, meters, retention);
    }

    static IdempotencyConfig config(String store) {
        return config(Map.of(STORE, store));
    }

    static IdempotencyConfig config(Map<String, String> settings) {
        return mapping(IdempotencyConfig.class, settings);
    }

    private static <T> T mapping(Class<T> type, Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(type)
                .withSources(new PropertiesConfigSource(settings, "test", 100))
                .build()
                .getConfigMapping(type);
    }
}
