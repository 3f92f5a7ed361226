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
    public <T> Uni<Once<T>> once(Attempt<T> attempt) {
        return keep(attempt).map(Kept::once);
    }

    <T> Uni<Kept<T>> keep(Attempt<T> attempt) {
        return Work.repeatable(new Run<>(attempt)::run);
    }

    /** How the twin has ended that was waited for, without waiting for it any longer. */
    <T> Uni<Kept<T>> look(Attempt<T> attempt) {
        return Work.onWorker(() -> {
            Found found = transactions.inNew(() -> records.find(attempt.request()));
            return found.isRecord() ? replay(attempt, found, Kind.SHARED) : Kept.nothing(Kind.IN_PROGRESS);
        });
    }

    int forget(Duration olderThan, int limit) {
        return transactions.inNew(() -> records.forget(olderThan, limit));
    }

    private <T> Kept<T> replay(Attempt<T> attempt, Found earlier, Kind kind) {
        if (!MessageDigest.isEqual(earlier.fingerprint(), attempt.fingerprint())) {
            return Kept.nothing(Kind.REUSED);
        }
        Once<T> once = results.read(earlier.result(), attempt.type(), kind)
                .orElseThrow(() -> Results.unreadable(attempt.type()));
        return new Kept<>(once, earlier.result(), earlier.createdAt());
    }

    /** May run again, after a lost race or a lost answer: only a record that was there at the very first look is a replay. */
    private final class Run<T> {

        private final Attempt<T> attempt;
        private boolean reserving;
        private Kind duplicate;

        Run(Attempt<T> attempt) {
            this.attempt = attempt;
            this.duplicate = attempt.duplicate();
        }

        Kept<T> run() {
            try {
                return transactions.inNew(this::firstOrReplay);
            } catch (StoreFault fault) {
                if (fault.kind() == StoreFault.Kind.ROW_BUSY && reserving) {
                    return Kept.nothing(Kind.IN_PROGRESS);
                }
                throw fault;
            }
        }

        private Kept<T> firstOrReplay() {
            Found earlier = records.find(attempt.request());
            if (earlier.isRecord()) {
                return replay(attempt, earlier, duplicate);
            }
            duplicate = Kind.SHARED;
            return reserve() ? takeEffect(earlier) : replay(attempt, records.find(attempt.request()), duplicate);
        }

        private boolean reserve() {
            reserving = true;
            boolean ours = records.reserve(attempt.request(), attempt.fingerprint());
            reserving = false;
            return ours;
        }

        private Kept<T> takeEffect(Found before) {
            T result = attempt.effect().get();
            String text = results.write(result);
            records.complete(attempt.request(), text);
            return new Kept<>(Once.done(result), text, before.readAt());
        }
    }
}
