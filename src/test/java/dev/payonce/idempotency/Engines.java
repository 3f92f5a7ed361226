package dev.payonce.idempotency;

import dev.payonce.store.Redis;
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
    private static final Duration CACHED = Duration.ofHours(24);

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

    Idempotency of(RecordStore store) {
        return with(config(store.name()), RETENTION);
    }

    Idempotency of(RecordStore store, Duration retention) {
        return with(config(store.name()), retention);
    }

    /** Sends duplicates away soon. */
    Idempotency impatient(RecordStore store) {
        return with(config(Map.of(STORE, store.name(), "payonce.idempotency.wait", "300MS")), RETENTION);
    }

    private Idempotency with(IdempotencyConfig config, Duration retention) {
        RedisRecords keys = new RedisRecords(redis, config, retention, CACHED);
        DatabaseKeeper database = new DatabaseKeeper(transactions, records, results);
        RedisKeeper alone = new RedisKeeper(keys, transactions, results, config);
        HybridKeeper hybrid = new HybridKeeper(keys, database, results, config);
        return new Idempotency(config, transactions, database, alone, hybrid, results, meters, retention);
    }

    static IdempotencyConfig config(String store) {
        return config(Map.of(STORE, store));
    }

    static IdempotencyConfig config(Map<String, String> settings) {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(IdempotencyConfig.class)
                .withSources(new PropertiesConfigSource(settings, "test", 100))
                .build()
                .getConfigMapping(IdempotencyConfig.class);
    }
}
