package dev.payonce.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.payonce.idempotency.Once.Kind;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What twins with the same key get, whenever they come and wherever keys are kept. */
@QuarkusTest
@WithStores
class IdempotencyTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long PATIENCE_SECONDS = PATIENCE.toSeconds();
    private static final String INSERTS_AT_WORK =
            """
            select count(*) from information_schema.processlist where info like 'insert ignore into idempotency_record%'""";

    @Inject
    Engines engines;

    @Inject
    Idempotency asConfigured;

    @Inject
    Database database;

    @Inject
    EntityManager entities;

    @Inject
    MeterRegistry meters;

    private record Result(int number) {}

    private static KeyedRequest aRequest() {
        return new KeyedRequest("alice", "POST /things", UUID.randomUUID().toString(), Map.of("a", 1));
    }

    private Once<Result> once(KeyedRequest request, Supplier<Result> effect) {
        return once(asConfigured, request, effect);
    }

    private static Once<Result> once(Idempotency engine, KeyedRequest request, Supplier<Result> effect) {
        return engine.once(Optional.of(request), Result.class, effect).await().atMost(PATIENCE);
    }

    @ParameterizedTest
    @EnumSource(RecordStore.class)
    void anotherOperationHasItsOwnKeys(RecordStore store) {
        Idempotency engine = engines.of(store);
        KeyedRequest request = aRequest();
        once(engine, request, () -> new Result(1));

        KeyedRequest elsewhere = new KeyedRequest(request.caller(), "POST /others", request.key(), request.content());

        assertEquals(new Once<>(Kind.DONE, new Result(2)), once(engine, elsewhere, () -> new Result(2)));
    }

    @ParameterizedTest
    @EnumSource(RecordStore.class)
    void anEffectThatFailsLeavesTheKeyFree(RecordStore store) {
        Idempotency engine = engines.of(store);
        KeyedRequest request = aRequest();
        assertThrows(
                IllegalStateException.class,
                () -> once(engine, request, () -> {
                    throw new IllegalStateException("on purpose");
                }));

        assertEquals(new Once<>(Kind.DONE, new Result(2)), once(engine, request, () -> new Result(2)));
        assertEquals(new Once<>(Kind.REPLAYED, new Result(2)), once(engine, request, () -> new Result(3)));
    }

    @ParameterizedTest
    @EnumSource(RecordStore.class)
    void aTwinThatWaitedGetsTheSameUnmarked(RecordStore store) throws Exception {
        Idempotency engine = engines.of(store);
        Held held = new Held(engine, aRequest());

        Future<Once<Result>> twin = held.inBackground(() -> once(engine, held.request, () -> new Result(2)));
        held.untilWaitedFor(store);
        held.letGo.countDown();

        assertEquals(new Once<>(Kind.DONE, new Result(1)), held.first.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(new Once<>(Kind.SHARED, new Result(1)), twin.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        held.close();
    }

    @ParameterizedTest
    @EnumSource(RecordStore.class)
    void aTwinThatWaitsTooLongIsToldSo(RecordStore store) throws Exception {
        Idempotency engine = engines.impatient(store);
        Held held = new Held(engine, aRequest());

        Once<Result> twin = held.inBackground(() -> once(engine, held.request, () -> new Result(2)))
                .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        held.letGo.countDown();

        assertEquals(new Once<>(Kind.IN_PROGRESS, null), twin);
        assertEquals(
                new Result(1),
                held.first.get(PATIENCE_SECONDS, TimeUnit.SECONDS).result());
        assertEquals(new Once<>(Kind.REPLAYED, new Result(1)), once(engine, held.request, () -> new Result(3)));
        held.close();
    }

    @Test
    void duplicatesAreCounted() {
        KeyedRequest request = aRequest();
        KeyedRequest other = new KeyedRequest(request.caller(), request.operation(), request.key(), Map.of("a", 2));
        double replays = counted("key_replayed");
        double reuses = counted("key_reused");

        once(request, () -> new Result(1));
        once(request, () -> new Result(2));
        once(other, () -> new Result(3));

        assertEquals(replays + 1, counted("key_replayed"));
        assertEquals(reuses + 1, counted("key_reused"));
    }

    private double counted(String kind) {
        return meters.counter("payonce.duplicates", "kind", kind).count();
    }

    /** Equal inserts of which the first rolls back are how InnoDB makes deadlocks. */
    @ParameterizedTest
    @EnumSource(RecordStore.class)
    void whenTheFirstRollsBackOneOfTheWaitingTakesEffect(RecordStore store) throws Exception {
        Idempotency engine = engines.of(store);
        for (int round = 0; round < 10; round++) {
            KeyedRequest request = aRequest();
            AtomicInteger effects = new AtomicInteger();

            List<Object> answers = Race.run(10, caller -> () -> {
                try {
                    return once(engine, request, () -> {
                        int number = effects.incrementAndGet();
                        if (number == 1) {
                            throw new IllegalStateException("on purpose");
                        }
                        return new Result(number);
                    });
                } catch (IllegalStateException theFirst) {
                    return theFirst.getMessage();
                }
            });

            Map<Object, Long> counted = answers.stream()
                    .map(answer -> answer instanceof Once<?> done ? done.result() : answer)
                    .collect(Collectors.groupingBy(answer -> answer, Collectors.counting()));
            assertEquals(Map.of("on purpose", 1L, new Result(effects.get()), 9L), counted);
        }
    }

    /** C57: its connection is killed while two twins wait for it. */
    @ParameterizedTest
    @EnumSource(names = {"DATABASE", "HYBRID"})
    void whenTheFirstIsKilledInMySqlAllThreeGetOneResult(RecordStore store) throws Exception {
        Idempotency engine = engines.of(store);
        for (int round = 0; round < 5; round++) {
            KeyedRequest request = aRequest();
            AtomicInteger runs = new AtomicInteger();
            long before = claims();

            List<Once<Result>> answers = Race.run(
                    3,
                    caller -> () -> once(engine, request, () -> {
                        if (runs.incrementAndGet() == 1) {
                            Poll.until(() -> store == RecordStore.DATABASE
                                    ? database.number(INSERTS_AT_WORK) == 2
                                    : claims() >= before + 3);
                            database.update("kill " + connection());
                        }
                        return new Result(runs.get());
                    }));

            assertEquals(2, runs.get());
            assertEquals(
                    List.of(new Result(2)),
                    answers.stream().map(Once::result).distinct().toList());
            assertEquals(
                    1,
                    answers.stream()
                            .filter(answer -> answer.kind() == Kind.DONE)
                            .count());
        }
    }

    private Number connection() {
        return (Number) entities.createNativeQuery("select connection_id()").getSingleResult();
    }

    private long claims() {
        return meters.timer("payonce.store", "store", "redis", "operation", "claim_key")
                .count();
    }

    /** A first request that has reserved its key and is at work until it is let go. */
    private final class Held implements AutoCloseable {

        final KeyedRequest request;
        final CountDownLatch letGo = new CountDownLatch(1);
        final Future<Once<Result>> first;
        private final ExecutorService threads = Executors.newCachedThreadPool();

        Held(Idempotency engine, KeyedRequest request) throws Exception {
            this.request = request;
            CountDownLatch atWork = new CountDownLatch(1);
            first = inBackground(() -> once(engine, request, () -> {
                atWork.countDown();
                await(letGo);
                return new Result(1);
            }));
            await(atWork);
        }

        Future<Once<Result>> inBackground(Supplier<Once<Result>> call) {
            return threads.submit(call::get);
        }

        /** Until MySQL itself says that the twin's insert is at work, or Redis has been asked a second time. */
        void untilWaitedFor(RecordStore store) {
            long before = claims();
            Poll.until(
                    () -> store == RecordStore.DATABASE ? database.number(INSERTS_AT_WORK) > 0 : claims() > before + 1);
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }

        private static void await(CountDownLatch latch) {
            try {
                if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError("waited too long");
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
