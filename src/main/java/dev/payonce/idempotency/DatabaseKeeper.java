package dev.payonce.idempotency;

import dev.payonce.idempotency.DatabaseRecords.Found;
import dev.payonce.idempotency.Once.Kind;
import dev.payonce.store.StoreFault;
import dev.payonce.store.Transactions;
import dev.payonce.store.Work;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.MessageDigest;
import java.time.Duration;

/**
 * By MySQL: the record and the effect commit together. If the first attempt rolls back, the next one starts anew. A twin
 * at work is waited for as long as the store waits for any row, about three seconds.
 */
@ApplicationScoped
class DatabaseKeeper implements Keeper {

    private final Transactions transactions;
    private final DatabaseRecords records;
    private final Results results;

    DatabaseKeeper(Transactions transactions, DatabaseRecords records, Results results) {
        this.transactions = transactions;
        this.records = records;
        this.results = results;
    }

    @Override
    public <T> Uni<Once<T>> once(Attempt attempt, Effect<T> effect) {
        return row(attempt.request(), attempt.fingerprint(), effect)
                .keep(attempt.duplicate())
                .map(Kept::once);
    }

    /** The record of a request; there need not be one yet. */
    <T> KeyRow<T> row(KeyedRequest request, byte[] fingerprint, Effect<T> effect) {
        return new Row<>(request, fingerprint, effect);
    }

    int forget(Duration olderThan, int limit) {
        return records.forget(olderThan, limit);
    }

    private final class Row<T> implements KeyRow<T> {

        private final KeyedRequest request;
        private final byte[] fingerprint;
        private final Effect<T> effect;

        Row(KeyedRequest request, byte[] fingerprint, Effect<T> effect) {
            this.request = request;
            this.fingerprint = fingerprint;
            this.effect = effect;
        }

        @Override
        public Class<T> type() {
            return effect.type();
        }

        @Override
        public Uni<Kept<T>> keep(Kind duplicate) {
            return Work.repeatable(new Run(duplicate)::run);
        }

        @Override
        public Uni<Kept<T>> look() {
            return Work.onWorker(() -> {
                Found found = transactions.inNew(() -> records.find(request));
                return found.isRecord() ? replay(found, Kind.SHARED) : Kept.forNow(Kind.IN_PROGRESS, null);
            });
        }

        private Kept<T> replay(Found earlier, Kind kind) {
            if (!MessageDigest.isEqual(earlier.fingerprint(), fingerprint)) {
                return Kept.forNow(Kind.REUSED, null);
            }
            Once<T> once =
                    results.<T>read(earlier.result(), type(), kind).orElseThrow(() -> Results.unreadable(type()));
            return new Kept<>(once, earlier.createdAt(), earlier.result());
        }

        /** May be repeated, after a lost race or a lost answer: only a record that was there at the first look is a replay. */
        private final class Run {

            private boolean reserving;
            private Kind duplicate;

            Run(Kind duplicate) {
                this.duplicate = duplicate;
            }

            Kept<T> run() {
                try {
                    return transactions.inNew(this::firstOrReplay);
                } catch (StoreFault fault) {
                    if (fault.kind() == StoreFault.Kind.ROW_BUSY && reserving) {
                        return Kept.forNow(Kind.IN_PROGRESS, null);
                    }
                    throw fault;
                }
            }

            private Kept<T> firstOrReplay() {
                Found earlier = records.find(request);
                if (earlier.isRecord()) {
                    return replay(earlier, duplicate);
                }
                duplicate = Kind.SHARED;
                return reserve() ? takeEffect(earlier) : replay(records.find(request), duplicate);
            }

            private boolean reserve() {
                reserving = true;
                boolean ours = records.reserve(request, fingerprint);
                reserving = false;
                return ours;
            }

            private Kept<T> takeEffect(Found before) {
                T result = effect.run().get();
                String text = results.write(result);
                records.complete(request, text);
                return new Kept<>(Once.done(result), before.readAt(), text);
            }
        }
    }
}
