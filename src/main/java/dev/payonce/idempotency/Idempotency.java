package dev.payonce.idempotency;

import dev.payonce.store.Chore;
import dev.payonce.store.RetentionConfig;
import dev.payonce.store.Transactions;
import dev.payonce.store.TwinWait;
import dev.payonce.store.Work;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lets a keyed request take effect once. Whatever the effect returns is recorded, refusals for business reasons included,
 * since they are final answers; what never reaches the effect (validation, authentication) or leaves it as an exception is
 * not. Where the record is kept, and what that is worth, says {@link RecordStore}.
 */
@ApplicationScoped
public class Idempotency {

    private final Transactions transactions;
    private final DatabaseKeeper database;
    private final HybridKeeper hybrid;
    private final Keeper keeper;
    private final RecordStore store;
    private final Results results;
    private final MeterRegistry meters;
    private final Duration retention;

    Idempotency(
            IdempotencyConfig config,
            Transactions transactions,
            DatabaseKeeper database,
            RedisKeeper redis,
            HybridKeeper hybrid,
            Results results,
            MeterRegistry meters,
            RetentionConfig retention) {
        this.store = config.store();
        this.keeper = switch (store) {
            case DATABASE -> database;
            case REDIS -> redis;
            case HYBRID -> hybrid;
        };
        this.transactions = transactions;
        this.database = database;
        this.hybrid = hybrid;
        this.results = results;
        this.meters = meters;
        this.retention = retention.idempotency();
    }

    void warnOfRisk(@Observes StartupEvent start) {
        if (store == RecordStore.REDIS) {
            Log.warn("AT RISK: payonce.idempotency.store=redis keeps keys in Redis alone. What Redis loses, and a crash"
                    + " between the commit of an effect and its record, lets the same key take effect twice.");
        }
    }

    /**
     * Runs the effect on a worker, in a transaction of its own, or tells how the first request with the same key went. A
     * twin that is at work is waited for, within a limit.
     *
     * @param request empty for one without a key, which simply takes effect
     * @param type of the result, which must survive JSON
     * @return ends in a {@link dev.payonce.store.StoreFault} where MySQL is away, and in {@link
     *     dev.payonce.store.RedisAway} where keys are kept in Redis alone and it is away
     */
    public <T> Uni<Once<T>> once(Optional<KeyedRequest> request, Class<T> type, Supplier<T> effect) {
        Effect<T> wanted = new Effect<>(type, effect);
        return request.map(keyed -> keeper.once(Attempt.of(keyed, fingerprint(keyed)), wanted)
                        .invoke(this::count))
                .orElseGet(() -> Work.onWorker(() -> Once.done(transactions.inNew(effect))));
    }

    /**
     * The same for a request that keeps its key in a row of its own, in MySQL, wherever other keys are kept. Unless they are
     * in MySQL alone, Redis stands in front of that row.
     *
     * @param fingerprint of the request
     * @param twins how it waits for a twin
     */
    public <T> Uni<Once<T>> once(KeyedRequest request, byte[] fingerprint, TwinWait twins, KeyRow<T> row) {
        Uni<Once<T>> once = store == RecordStore.DATABASE
                ? row.keep(Once.Kind.REPLAYED).map(Kept::once)
                : hybrid.once(Attempt.of(request, fingerprint), twins, row);
        return once.invoke(this::count);
    }

    private void count(Once<?> once) {
        if (once.isDuplicate()) {
            String kind = "key_" + once.kind().name().toLowerCase(Locale.ROOT);
            meters.counter("payonce.duplicates", "kind", kind).increment();
        }
    }

    @Produces
    Chore forgetting() {
        return new Chore("forgetting of old keys", this::forgetOld);
    }

    /** Forgets at most so many records that are past their retention; answers how many. Blocks. */
    int forgetOld(int limit) {
        return database.forget(retention, limit);
    }

    /** 32 bytes that are equal for equal content, for those who keep a key in a row of their own. */
    public byte[] fingerprint(KeyedRequest request) {
        return results.fingerprint(request.content());
    }
}
