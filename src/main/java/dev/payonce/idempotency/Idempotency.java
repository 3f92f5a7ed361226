package dev.payonce.idempotency;

import dev.payonce.idempotency.KeyRecords.KeyRecord;
import dev.payonce.store.StoreFault;
import dev.payonce.store.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Lets a keyed request take effect once. The record and the effect commit together: if the first attempt rolls back, the
 * next one starts anew. Whatever the effect returns is recorded, refusals for business reasons included, since they are
 * final answers; what never reaches the effect (validation, authentication) or leaves it as an exception is not.
 */
@ApplicationScoped
public class Idempotency {

    private final Transactions transactions;
    private final KeyRecords records;
    private final Results results;
    private final MeterRegistry meters;
    private final Duration retention;

    Idempotency(
            Transactions transactions,
            KeyRecords records,
            Results results,
            MeterRegistry meters,
            @ConfigProperty(name = "payonce.retention.idempotency", defaultValue = "30D") Duration retention) {
        this.transactions = transactions;
        this.records = records;
        this.results = results;
        this.meters = meters;
        this.retention = retention;
    }

    /**
     * Runs the effect in a transaction of its own, or tells how the first request with the same key went. A twin that is
     * at work is waited for as long as the store waits for any row, about three seconds.
     *
     * @param request empty for one without a key, which simply takes effect
     * @param type of the result, which must survive JSON
     */
    public <T> Once<T> once(Optional<KeyedRequest> request, Class<T> type, Supplier<T> effect) {
        if (request.isEmpty()) {
            return Once.done(transactions.inNew(effect));
        }
        Once<T> once = new Attempt<>(request.get(), type, effect).run();
        if (once.isDuplicate()) {
            String kind = "key_" + once.kind().name().toLowerCase(Locale.ROOT);
            meters.counter("payonce.duplicates", "kind", kind).increment();
        }
        return once;
    }

    /** Forgets at most so many records that are past their retention; answers how many. Blocks. */
    public int forgetOld(int limit) {
        return transactions.inNew(() -> records.forget(retention, limit));
    }

    /** 32 bytes that are equal for equal content, for those who keep a key in a row of their own. */
    public byte[] fingerprint(KeyedRequest request) {
        return results.fingerprint(request.content());
    }

    private final class Attempt<T> {

        private final KeyedRequest request;
        private final byte[] fingerprint;
        private final Class<T> type;
        private final Supplier<T> effect;
        private boolean reserving;
        private boolean sawNoRecord;

        Attempt(KeyedRequest request, Class<T> type, Supplier<T> effect) {
            this.request = request;
            this.fingerprint = results.fingerprint(request.content());
            this.type = type;
            this.effect = effect;
        }

        Once<T> run() {
            try {
                return transactions.inNew(this::firstOrReplay);
            } catch (StoreFault fault) {
                if (fault.kind() == StoreFault.Kind.ROW_BUSY && reserving) {
                    return new Once<>(Once.Kind.IN_PROGRESS, null);
                }
                throw fault;
            }
        }

        /** May run again after a lost race: only a record that was there at the very first look is a replay. */
        private Once<T> firstOrReplay() {
            Optional<KeyRecord> earlier = records.find(request);
            if (earlier.isPresent()) {
                return replay(earlier.get());
            }
            sawNoRecord = true;
            return reserve() ? takeEffect() : replay(records.find(request).orElseThrow());
        }

        private boolean reserve() {
            reserving = true;
            boolean ours = records.reserve(request, fingerprint);
            reserving = false;
            return ours;
        }

        private Once<T> takeEffect() {
            T result = effect.get();
            records.complete(request, results.write(result));
            return Once.done(result);
        }

        private Once<T> replay(KeyRecord earlier) {
            if (!MessageDigest.isEqual(earlier.fingerprint(), fingerprint)) {
                return new Once<>(Once.Kind.REUSED, null);
            }
            Once.Kind kind = sawNoRecord ? Once.Kind.SHARED : Once.Kind.REPLAYED;
            return new Once<>(kind, results.read(earlier.result(), type));
        }
    }
}
