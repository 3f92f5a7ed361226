package dev.payonce.idempotency;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.idempotency.Once.Kind;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.RedisMemory;
import dev.payonce.testsupport.StoreCosts;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Redis in front of MySQL: whatever it loses, brings back or holds, a key takes effect once and its result is found. */
@QuarkusTest
@WithStores
class HybridTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration BACK = Duration.ofSeconds(10);

    /** Longer than a few time-outs of the tests' Redis. */
    private static final Duration GIVEN_UP = Duration.ofSeconds(15);

    private static final String RECORDS = "select count(*) from idempotency_record where idempotency_key = ?";

    @Inject
    Engines engines;

    @Inject
    Scheduler jobs;

    @Inject
    Idempotency hybrid;

    @Inject
    Database database;

    @Inject
    EntityManager store;

    @Inject
    StoreCosts costs;

    @Inject
    RedisDataSource redis;

    @Inject
    RedisMemory memory;

    /** One piece of it is taken by each effect: what MySQL has left tells how many there were. */
    private final String goods = "once-" + UUID.randomUUID();

    private final KeyedRequest request = aRequest(Map.of("a", 1));

    private record Result(String text) {}

    private static KeyedRequest aRequest(Object content) {
        return new KeyedRequest("alice", "POST /things", UUID.randomUUID().toString(), content);
    }

    /** Statements are counted. */
    @BeforeEach
    void silenceTheJobs() {
        jobs.pause();
    }

    @AfterEach
    void letTheJobsRun() {
        jobs.resume();
    }

    @BeforeEach
    void stockUp() {
        database.update(
                "insert into stock (sku, name, price, currency, available) values (?, 'Once', 1, 'USD', 1000)", goods);
    }

    private Once<Result> once(String text) {
        return once(hybrid, request, text);
    }

    private Once<Result> once(Idempotency engine, KeyedRequest request, String text) {
        return once(engine, request, () -> take(text));
    }

    private static Once<Result> once(Idempotency engine, KeyedRequest request, Supplier<Result> effect) {
        return engine.once(Optional.of(request), Result.class, effect).await().atMost(PATIENCE);
    }

    private Result take(String text) {
        store.createNativeQuery("update stock set available = available - 1 where sku = :sku")
                .setParameter("sku", goods)
                .executeUpdate();
        return new Result(text);
    }

    private long effects() {
        return 1000 - database.number("select available from stock where sku = ?", goods);
    }

    private static Once<Result> replayed(String text) {
        return new Once<>(Kind.REPLAYED, new Result(text));
    }

    private void assertIsInRedis() {
        Poll.until(BACK, () -> {
            once("again");
            return costs.statementsOf(() -> once("again")) == 0;
        });
    }

    private static String key(KeyedRequest request) {
        return "payonce:{" + Attempt.of(request, new byte[32]).recordId() + "}:once";
    }

    @ParameterizedTest
    @CsvSource({"DATABASE,DATABASE", "HYBRID,HYBRID", "DATABASE,HYBRID", "REDIS,REDIS"})
    void thirtyTwinsAtOnceTakeEffectOnceOnWhicheverInstances(RecordStore one, RecordStore other) throws Exception {
        List<Idempotency> instances = List.of(engines.of(one), engines.of(other));

        List<Once<Result>> answers =
                Race.run(30, caller -> () -> once(instances.get(caller % 2), request, "by " + caller));

        assertThat(effects(), equalTo(1L));
        assertThat(answers.stream().map(Once::kind).filter(Kind.DONE::equals).count(), equalTo(1L));
        assertThat(
                answers.stream().map(Once::kind).toList(),
                everyItem(is(in(Set.of(Kind.DONE, Kind.SHARED, Kind.REPLAYED)))));
        assertThat(answers.stream().map(Once::result).distinct().count(), equalTo(1L));
    }

    @Test
    void aReplayAsksOnlyRedis() {
        once("first");

        long statements = costs.statementsOf(() -> assertThat(once("second"), equalTo(replayed("first"))));

        assertThat(statements, equalTo(0L));
    }

    @Test
    void withTheSettingDatabaseRedisIsNeverAsked() {
        Idempotency alone = engines.of(RecordStore.DATABASE);

        once(alone, request, "first");
        once(alone, request, "second");

        assertThat(redis.key().exists(key(request)), is(false));
    }

    @ParameterizedTest
    @EnumSource(RecordStore.class)
    void otherContentIsRefusedAndTakesNoEffect(RecordStore where) {
        Idempotency engine = engines.of(where);
        KeyedRequest other = new KeyedRequest(request.caller(), request.operation(), request.key(), Map.of("a", 2));
        once(engine, request, "first");

        assertThat(once(engine, other, "other").kind(), equalTo(Kind.REUSED));
        assertThat(once(engine, request, "again"), equalTo(replayed("first")));
        assertThat(effects(), equalTo(1L));
    }

    @Test
    void otherContentIsRefusedByMySqlWhenRedisHasForgotten() {
        KeyedRequest other = new KeyedRequest(request.caller(), request.operation(), request.key(), Map.of("a", 2));
        once("first");
        redis.flushall();

        assertThat(once(hybrid, other, "other").kind(), equalTo(Kind.REUSED));
        assertThat(once("again"), equalTo(replayed("first")));
    }

    @Test
    void twinsThatWaitHoldNeitherAConnectionNorAThread() throws Exception {
        CountDownLatch atWork = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        Idempotency patient = engines.of(RecordStore.HYBRID);
        Uni<Once<Result>> first = patient.once(Optional.of(request), Result.class, () -> {
            atWork.countDown();
            await(letGo);
            return take("first");
        });
        var firstAnswer = first.subscribeAsCompletionStage();
        await(atWork);

        var twins = IntStream.range(0, 60)
                .mapToObj(i -> patient.once(Optional.of(request), Result.class, () -> take("twin"))
                        .subscribeAsCompletionStage())
                .toList();
        long statements = costs.statementsOf(() -> once(hybrid, aRequest("other"), "another key"));
        letGo.countDown();

        assertThat(statements, lessThanOrEqualTo(4L));
        assertThat(firstAnswer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).kind(), equalTo(Kind.DONE));
        for (var twin : twins) {
            assertThat(
                    twin.get(PATIENCE.toSeconds(), TimeUnit.SECONDS),
                    equalTo(new Once<>(Kind.SHARED, new Result("first"))));
        }
    }

    @Test
    void nothingIsInRedisBeforeTheCommit() {
        String[] seen = new String[2];

        once(hybrid, request, () -> {
            Result result = take("first");
            seen[0] = redis.hash(String.class).hget(key(request), "result");
            return result;
        });
        seen[1] = redis.hash(String.class).hget(key(request), "result");

        assertThat(seen[0], nullValue());
        assertThat(seen[1], equalTo("{\"text\":\"first\"}"));
    }

    @Test
    void redisThatStopsInTheMiddleChangesNothingAndIsUsedAgain() {
        Once<Result> first;
        try {
            first = once(hybrid, request, () -> {
                Stores.stopRedis();
                return take("first");
            });

            assertThat(first, equalTo(Once.done(new Result("first"))));
            for (int i = 0; i < 10; i++) {
                assertThat(once("again"), equalTo(replayed("first")));
            }
        } finally {
            Stores.restartRedis();
        }

        assertThat(once("again"), equalTo(replayed("first")));
        assertIsInRedis();
        assertThat(effects(), equalTo(1L));
    }

    /** Its commands were given up and run later, after all has ended. */
    @Test
    void redisThatHangsDelaysAndItsLateCommandsDoNoHarm() throws Exception {
        List<Once<Result>> twins;
        long start = System.nanoTime();
        Stores.pause(Stores.redisPid());
        try {
            twins = Race.run(10, caller -> () -> once("first"));
        } finally {
            Stores.resume(Stores.redisPid());
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start), lessThan(GIVEN_UP));
        assertThat(twins.stream().map(Once::result).distinct().toList(), equalTo(List.of(new Result("first"))));
        Once<Result> again = once("again");

        assertThat(again.result(), equalTo(new Result("first")));
        assertThat(again.kind(), is(in(Set.of(Kind.REPLAYED, Kind.SHARED))));
        assertThat(effects(), equalTo(1L));
    }

    @Test
    void flushallInTheMiddleAndAfterwardsChangesNothing() throws Exception {
        List<Once<Result>> twins = Race.run(
                8,
                caller -> () -> once(hybrid, request, () -> {
                    redis.flushall();
                    return take("by " + caller);
                }));
        redis.flushall();

        Once<Result> again = once("again");

        assertThat(effects(), equalTo(1L));
        assertThat(twins.stream().map(Once::result).distinct().toList(), equalTo(List.of(again.result())));
        assertThat(again.kind(), equalTo(Kind.REPLAYED));
        assertThat(costs.statementsOf(() -> once("again")), equalTo(0L));
    }

    @Test
    void withMySqlAwayWhatRedisHasIsStillReplayed() {
        once("first");
        Stores.pause(Stores.mysqlPid());
        try {
            assertThat(once("again"), equalTo(replayed("first")));
        } finally {
            Stores.resume(Stores.mysqlPid());
        }
    }

    @Test
    void anEmptiedScriptCacheIsFilledAgain() {
        redis.execute("SCRIPT", "FLUSH");
        once("first");
        redis.execute("SCRIPT", "FLUSH");

        long statements = costs.statementsOf(() -> assertThat(once("again"), equalTo(replayed("first"))));

        assertThat(statements, equalTo(0L));
    }

    @Test
    void anOldClaimThatComesBackHoldsNobodyUp() {
        AtomicReference<RedisMemory.Kept> claim = new AtomicReference<>();
        once(hybrid, request, () -> {
            claim.set(memory.of(key(request)));
            return take("first");
        });
        memory.bringBack(claim.get().living(0));
        assertThat(once("again"), equalTo(replayed("first")));
        memory.bringBack(claim.get().living(60_000));

        assertThat(
                once(engines.impatient(RecordStore.HYBRID), request, "again"),
                equalTo(new Once<>(Kind.SHARED, new Result("first"))));
        assertThat(costs.statementsOf(() -> assertThat(once("again"), equalTo(replayed("first")))), equalTo(0L));
        assertThat(effects(), equalTo(1L));
    }

    /** What MySQL has forgotten must not come back from Redis: the key is free again. */
    @Test
    void anOldResultThatComesBackAfterMySqlForgotItIsNotReplayed() {
        Idempotency shortly = engines.of(RecordStore.HYBRID, Duration.ofSeconds(5));
        once(shortly, request, "old");
        RedisMemory.Kept old = memory.of(key(request));
        Poll.until(() -> {
            shortly.forgetOld(1000);
            return database.number(RECORDS, request.keyBytes()) == 0;
        });
        memory.bringBack(old.living(0));

        Once<Result> anew = once(shortly, request, "new");

        assertThat(anew, equalTo(Once.done(new Result("new"))));
        assertThat(once(shortly, request, "again"), equalTo(replayed("new")));
        assertThat(effects(), equalTo(2L));
    }

    @Test
    void redisKeepsAResultForTheShorterOfItsOwnTimeAndTheKeys() {
        KeyedRequest another = aRequest("another");
        once("first");
        once(engines.of(RecordStore.HYBRID, Duration.ofMinutes(10)), another, "first");

        assertThat(redis.key().pttl(key(request)), allOf(greaterThan(86_000_000L), lessThanOrEqualTo(86_400_000L)));
        assertThat(redis.key().pttl(key(another)), allOf(greaterThan(500_000L), lessThanOrEqualTo(600_000L)));
    }

    private enum Rubbish {
        A_STRING,
        A_LIST,
        NO_SEAL,
        CHANGED_RESULT,
        OF_ANOTHER_KEY,
        A_CLAIM_WITHOUT_END
    }

    @ParameterizedTest
    @EnumSource(Rubbish.class)
    void rubbishInRedisIsNotBelievedAndIsReplaced(Rubbish rubbish) {
        once("first");

        putThere(rubbish).accept(key(request));
        Once<Result> again = once("again");

        assertThat(again, equalTo(replayed("first")));
        assertThat(costs.statementsOf(() -> assertThat(once("again"), equalTo(replayed("first")))), equalTo(0L));
        assertThat(effects(), equalTo(1L));
    }

    private Consumer<String> putThere(Rubbish rubbish) {
        return switch (rubbish) {
            case A_STRING -> key -> redis.value(String.class).set(key, "{\"text\":\"rubbish\"}");
            case A_LIST ->
                key -> {
                    redis.key().del(key);
                    redis.list(String.class).lpush(key, "rubbish");
                };
            case NO_SEAL -> key -> redis.hash(String.class).hdel(key, "seal");
            case CHANGED_RESULT -> key -> redis.hash(String.class).hset(key, "result", "{\"text\":\"rubbish\"}");
            case OF_ANOTHER_KEY ->
                key -> {
                    KeyedRequest another = aRequest(request.content());
                    once(hybrid, another, () -> new Result("another"));
                    memory.bringBack(memory.of(key(another)).as(key).living(0));
                };
            case A_CLAIM_WITHOUT_END ->
                key -> {
                    redis.key().del(key);
                    redis.hash(String.class).hset(key, "owner", "somebody");
                };
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody came within " + PATIENCE);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
