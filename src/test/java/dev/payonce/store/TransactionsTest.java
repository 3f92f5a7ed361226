package dev.payonce.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.store.StoreFault.Kind;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.OptimisticLockException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lost races, made with real transactions. */
@QuarkusTest
@WithStores
class TransactionsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private record Settings(
            int attempts,
            Duration retryFor,
            Duration reconnectFor,
            Duration maxPause,
            int breakerVolume,
            Duration breakerDelay)
            implements StoreConfig {}

    @Inject
    Transactions transactions;

    @Inject
    EntityManager store;

    @Inject
    StoreConfig config;

    @Inject
    AgroalDataSource pool;

    @Inject
    MySqlGate gate;

    @Inject
    Database database;

    private String left;
    private String right;

    @BeforeEach
    void twoRows() {
        left = aRow();
        right = aRow();
    }

    private String aRow() {
        String sku = "tx-" + UUID.randomUUID();
        database.update("insert into stock values (?, 'x', 1, 'USD', 0)", sku);
        return sku;
    }

    private int addTo(String sku) {
        return store.createNativeQuery("update stock set available = available + 1 where sku = :sku")
                .setParameter("sku", sku)
                .executeUpdate();
    }

    private long countOf(String sku) {
        return database.number("select available from stock where sku = ?", sku);
    }

    @Test
    void theVictimOfADeadlockRunsAgain() throws Exception {
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        AtomicInteger runs = new AtomicInteger();

        Race.run(
                2,
                caller -> () -> transactions.inNew(() -> {
                    boolean firstTime = runs.incrementAndGet() <= 2;
                    addTo(caller == 0 ? left : right);
                    if (firstTime) {
                        meet(bothHoldOne);
                    }
                    return addTo(caller == 0 ? right : left);
                }));

        assertEquals(3, runs.get());
        assertEquals(2, countOf(left));
        assertEquals(2, countOf(right));
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aPrimaryKeyTakenMeanwhileRunsAgain() {
        AtomicInteger runs = new AtomicInteger();

        int done = transactions.inNew(() -> {
            String sku = runs.incrementAndGet() == 1 ? left : "tx-" + UUID.randomUUID();
            return store.createNativeQuery("insert into stock values (:sku, 'x', 1, 'USD', 0)")
                    .setParameter("sku", sku)
                    .executeUpdate();
        });

        assertEquals(1, done);
        assertEquals(2, runs.get());
    }

    @Test
    void aStaleVersionRunsAgainAndThenIsAFault() {
        AtomicInteger runs = new AtomicInteger();

        StoreFault fault = assertThrows(
                StoreFault.class,
                () -> transactions.inNew(() -> {
                    runs.incrementAndGet();
                    throw new OptimisticLockException();
                }));

        assertEquals(Kind.LOST_RACE, fault.kind());
        assertFalse(fault.mayHaveCommitted());
        assertEquals(config.attempts(), runs.get());
    }

    @Test
    void aRowThatIsHeldIsWaitedForAFewTimesAndNoMore() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        StoreFault fault;
        try (Connection holder = database.begin()) {
            Database.update(holder, "update stock set available = 9 where sku = ?", left);

            fault = assertThrows(
                    StoreFault.class, () -> retryingFor(Duration.ofMillis(2500)).inNew(() -> {
                        runs.incrementAndGet();
                        return addTo(left);
                    }));

            holder.rollback();
        }

        assertEquals(Kind.ROW_BUSY, fault.kind());
        assertFalse(fault.mayHaveCommitted());
        // fewer on a machine that is slow
        assertTrue(runs.get() <= 3, runs.toString());
        assertEquals(0, countOf(left));
    }

    @Test
    void aRowThatIsLetGoAfterTheFirstWaitIsTaken() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (Connection holder = database.begin()) {
            Database.update(holder, "update stock set available = 9 where sku = ?", left);

            retryingFor(PATIENCE).inNew(() -> {
                if (runs.incrementAndGet() == 2) {
                    CompletableFuture.runAsync(() -> letGo(holder)).join();
                }
                return addTo(left);
            });
        }

        assertEquals(2, runs.get());
        assertEquals(1, countOf(left));
    }

    private Transactions retryingFor(Duration time) {
        return new Transactions(
                store,
                pool,
                new Settings(
                        config.attempts(),
                        time,
                        config.reconnectFor(),
                        config.maxPause(),
                        config.breakerVolume(),
                        config.breakerDelay()),
                gate);
    }

    /** On another thread: the pool keeps a transaction's thread to its own connection. */
    private static void letGo(Connection holder) {
        try {
            holder.rollback();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** From another thread: on this one the pool would hand out the same connection again. */
    private void killThisConnection() {
        Number id = (Number) store.createNativeQuery("select connection_id()").getSingleResult();
        CompletableFuture.runAsync(() -> database.update("kill ?", id.longValue()))
                .join();
    }

    @Test
    void aConnectionKilledInTheMiddleRunsAgainOnAnother() {
        AtomicInteger runs = new AtomicInteger();

        transactions.inNew(() -> {
            addTo(left);
            if (runs.incrementAndGet() == 1) {
                killThisConnection();
            }
            return addTo(right);
        });

        assertEquals(2, runs.get());
        assertEquals(1, countOf(left));
        assertEquals(1, countOf(right));
    }

    @Test
    void aConnectionKilledBeforeTheCommitLeavesTheOutcomeOpen() {
        AtomicInteger runs = new AtomicInteger();

        StoreFault fault = assertThrows(
                StoreFault.class,
                () -> transactions.inNew(() -> {
                    runs.incrementAndGet();
                    addTo(left);
                    killThisConnection();
                    return null;
                }));

        assertEquals(Kind.UNREACHABLE, fault.kind());
        assertTrue(fault.mayHaveCommitted());
        assertEquals(1, runs.get());
    }

    @Test
    void whatTheWorkThrowsRollsBackAndComesAsItIs() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> transactions.inNew(() -> {
                    addTo(left);
                    throw new IllegalStateException("on purpose");
                }));

        assertEquals("on purpose", thrown.getMessage());
        assertEquals(0, countOf(left));
    }

    @Test
    void transactionsAreNotNested() {
        assertThrows(RuntimeException.class, () -> transactions.inNew(() -> transactions.inNew(() -> addTo(left))));

        assertEquals(0, countOf(left));
    }

    @Test
    void fiftyAtOneRowAllWin() throws Exception {
        Transactions patient = retryingFor(PATIENCE);

        List<Integer> results = Race.run(50, caller -> () -> patient.inNew(() -> addTo(left)));

        assertEquals(50, results.size());
        assertEquals(50, countOf(left));
    }
}
