package dev.payonce.store;

import dev.payonce.store.StoreFault.Kind;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Runs short pieces of work in transactions of their own and repeats those that lost a race. */
@ApplicationScoped
public class Transactions {

    private final EntityManager store;
    private final AgroalDataSource pool;
    private final StoreConfig config;
    private final MySqlGate gate;

    Transactions(EntityManager store, AgroalDataSource pool, StoreConfig config, MySqlGate gate) {
        this.store = store;
        this.pool = pool;
        this.config = config;
        this.gate = gate;
    }

    /**
     * Runs the work in a new transaction and commits it. A deadlock, a lock waited for in vain, a stale version, a primary
     * key that was taken meanwhile or a dead connection rolls back and runs the work again, a bounded number of times: the
     * work must touch nothing but the store, and read again what it decides by. Not to be called inside a transaction (it
     * would need a second connection while holding one).
     *
     * @throws StoreFault when the races are not won in time or MySQL is away; other exceptions of the work come as they are
     */
    public <T> T inNew(Supplier<T> work) {
        return gate.pass("transaction", () -> repeated(() -> inOne(work)));
    }

    /**
     * Runs one query outside a transaction, which spares the round trips of begin and commit.
     *
     * @throws StoreFault when MySQL is away
     */
    public <T> T read(Supplier<T> query) {
        return gate.pass("read", () -> repeated(() -> outside(query)));
    }

    private <T> T repeated(Supplier<T> attempt) {
        long start = System.nanoTime();
        for (int tries = 1; ; tries++) {
            try {
                return attempt.get();
            } catch (StoreFault fault) {
                dropIdleConnections(fault);
                boolean late = System.nanoTime() - start >= patience(fault).toNanos();
                if (late || fault.kind() == Kind.NEWER_VERSION || tries == config.attempts()) {
                    throw fault;
                }
            }
            pause();
        }
    }

    private Duration patience(StoreFault fault) {
        if (fault.mayHaveCommitted()) {
            return Duration.ZERO;
        }
        return fault.kind() == Kind.UNREACHABLE ? config.reconnectFor() : config.retryFor();
    }

    /** They are as dead as the one that failed: after a restart of MySQL each would cost somebody an attempt. */
    private void dropIdleConnections(StoreFault fault) {
        if (fault.kind() == Kind.UNREACHABLE) {
            pool.flush(FlushMode.IDLE);
        }
    }

    private <T> T inOne(Supplier<T> work) {
        AtomicBoolean committing = new AtomicBoolean();
        try {
            return QuarkusTransaction.disallowingExisting().call(() -> flushed(work, committing));
        } catch (RuntimeException failure) {
            throw fault(failure, committing.get());
        }
    }

    private static <T> T outside(Supplier<T> query) {
        try {
            return query.get();
        } catch (RuntimeException failure) {
            throw fault(failure, false);
        }
    }

    /** Flushing here leaves nothing to the commit but the commit, so that a fault there means one thing. */
    private <T> T flushed(Supplier<T> work, AtomicBoolean committing) {
        T result = work.get();
        if (!QuarkusTransaction.isRollbackOnly()) {
            store.flush();
        }
        committing.set(true);
        return result;
    }

    /** A commit that failed may have been done, whatever the transaction manager calls it, unless it lost a race. */
    private static StoreFault fault(RuntimeException failure, boolean committing) {
        Optional<Kind> kind = Diagnosis.of(failure);
        if (kind.isEmpty() && !committing) {
            throw failure;
        }
        boolean rolledBack = !committing || kind.filter(Kind.LOST_RACE::equals).isPresent();
        return new StoreFault(kind.orElse(Kind.UNREACHABLE), !rolledBack, failure);
    }

    private void pause() {
        Duration longest = config.maxPause();
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest.toNanos() + 1));
    }
}
