package dev.payonce.order;

import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.anOrder;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.store.StoreClock;
import dev.payonce.store.Transactions;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.StoreCosts;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How the order lies in MySQL, and what it costs to get at it. */
@QuarkusTest
@WithStores
class OrderStoreTest {

    @Inject
    Orders orders;

    @Inject
    Database database;

    @Inject
    Transactions transactions;

    @Inject
    StoreClock clock;

    @Inject
    StoreCosts costs;

    @Inject
    Scheduler jobs;

    private long statementsOf(Supplier<?> work) {
        jobs.pause();
        try {
            return costs.statementsOf(() -> transactions.inNew(work));
        } finally {
            jobs.resume();
        }
    }

    private static OrderId aStoredOrder() {
        return OrderId.parse(anOrder(someone(), 100, "USD")).orElseThrow();
    }

    private static Order aNewOrder(Instant now, OrderItem... items) {
        Draft draft = new Draft(someone(), new Money(100, "USD"), null, List.of(items), "test");
        return new Order(draft, now, Duration.ofMinutes(1));
    }

    @Test
    void findingAndLockingTakeOneStatementEach() {
        OrderId id = aStoredOrder();

        assertEquals(1, statementsOf(() -> orders.find(id).orElseThrow().status()));
        assertEquals(1, statementsOf(() -> orders.lock(id).orElseThrow().payable()));
    }

    @Test
    void aMoveTakesALockAnUpdateAndAHistoryRow() {
        OrderId id = aStoredOrder();

        long statements = statementsOf(() -> {
            Order order = orders.lock(id).orElseThrow();
            order.startPayment("test");
            return order;
        });

        assertEquals(3, statements);
    }

    @Test
    void aNewOrderIsInsertedWithoutLookingForItFirst() {
        Instant now = transactions.inNew(clock::now);

        // the order and its first history row
        assertEquals(2, statementsOf(() -> {
            Order order = aNewOrder(now);
            orders.persist(order);
            return order;
        }));
    }

    @Test
    void aListOfTwentyTakesTwoStatements() {
        String alice = someone();
        for (int i = 0; i < 20; i++) {
            anOrder(alice, 100 + i, "USD");
        }
        OrderQuery query = new OrderQuery(Optional.of(alice), Optional.empty(), Optional.empty(), 20);

        assertEquals(2, statementsOf(() -> orders.page(query).stream()
                .map(OrderView::of)
                .toList()));
    }

    @Test
    void anOrderIsReadBackAsItWasMade() {
        OrderItem tea = new OrderItem("tea", "Darjeeling 大吉嶺", 2, 1250);
        Order made = transactions.inNew(() -> {
            Order order = aNewOrder(clock.now(), tea);
            orders.persist(order);
            return order;
        });

        transactions.inNew(() -> {
            Order read = orders.find(made.id()).orElseThrow();
            assertEquals(OrderView.of(made), OrderView.of(read));
            assertEquals(List.of(tea), read.items());
            return read;
        });
    }

    @Test
    void theTimeOfReadingIsTheDatabasesOwn() {
        OrderId id = aStoredOrder();

        transactions.inNew(() -> {
            Instant before = clock.now();
            Instant read = orders.find(id).orElseThrow().readAt();
            Instant after = clock.now();

            assertTrue(!read.isBefore(before) && !read.isAfter(after), before + " " + read + " " + after);
            return read;
        });
    }

    /** Nobody reads an order to move it without its lock; the version is for whoever does so by mistake. */
    @Test
    void whatHasChangedUnderneathIsNotWrittenOver() {
        OrderId id = aStoredOrder();
        AtomicInteger runs = new AtomicInteger();

        int amount = transactions.inNew(() -> {
            Order order = orders.find(id).orElseThrow();
            if (runs.incrementAndGet() == 1) {
                // a thread of its own: here it would be part of this transaction
                CompletableFuture.runAsync(() -> changeUnderneath(id)).join();
            }
            order.startPayment("test");
            return (int) order.price().amount();
        });

        assertEquals(2, runs.get());
        assertEquals(200, amount);
        assertEquals(2, transactions.inNew(() -> orders.find(id).orElseThrow().version()));
    }

    private void changeUnderneath(OrderId id) {
        database.update("update orders set amount = 200, version = version + 1 where id = ?", id.value());
    }

    @Test
    void noMoveLeadsOutOfAnEnd() {
        OrderId id = aStoredOrder();

        assertThrows(
                IllegalStateException.class,
                () -> transactions.inNew(() -> {
                    Order order = orders.lock(id).orElseThrow();
                    order.cancel("test");
                    order.startPayment("test");
                    return order;
                }));
        assertEquals(
                OrderStatus.PENDING,
                transactions.inNew(() -> orders.find(id).orElseThrow().status()));
    }
}
