package dev.payonce.store;

import dev.payonce.store.StoreFault.Kind;
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
    private final StoreConfig config;

    Transactions(EntityManager store, StoreConfig config) {
        this.store = store;
        this.config = config;
    }

    /**
     * Runs the work in a new transaction and commits it. A deadlock, a stale version or a primary key that was taken
     * meanwhile rolls back and runs the work again, a bounded number of times: the work must touch nothing but the
     * store, and read again what it decides by. A lock that was waited for in vain is not waited for twice: each wait
     * holds a connection. Not to be called inside a transaction (it would need a second connection while holding one).
     *
     * @throws StoreFault when the races are not won in time or MySQL is away; other exceptions of the work come as they are
     */
    public <T> T inNew(Supplier<T> work) {
        long lastStart = System.nanoTime() + config.retryFor().toNanos();
        for (int attempt = 1; ; attempt++) {
            AtomicBoolean committing = new AtomicBoolean();
            try {
                return QuarkusTransaction.disallowingExisting().call(() -> flushed(work, committing));
            } catch (RuntimeException failure) {
                StoreFault fault = fault(failure, committing.get());
                boolean again = fault.kind() == Kind.LOST_RACE && attempt < config.attempts();
                if (!again || System.nanoTime() >= lastStart) {
                    throw fault;
                }
            }
            pause();
        }
    }

    /**
     * Runs one query outside a transaction, which spares the round trips of begin and commit.
     *
     * @throws StoreFault when MySQL is away
     */
    public <T> T read(Supplier<T> query) {
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
