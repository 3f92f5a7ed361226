package dev.payonce.idempotency;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.payonce.idempotency.Once.Kind;
import dev.payonce.store.RedisAway;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys in Redis alone: what that is worth, and what it is not. */
@QuarkusTest
@WithStores
class RedisAloneTest {

    private final KeyedRequest request =
            new KeyedRequest("alice", "POST /things", UUID.randomUUID().toString(), Map.of("a", 1));
    private final AtomicInteger effects = new AtomicInteger();

    @Inject
    Engines engines;

    @Inject
    Database database;

    @Inject
    RedisDataSource redis;

    private Idempotency alone;

    @BeforeEach
    void keepKeysInRedis() {
        alone = engines.of(RecordStore.REDIS);
    }

    private Once<Integer> once() {
        return alone.once(Optional.of(request), Integer.class, effects::incrementAndGet)
                .await()
                .atMost(Duration.ofSeconds(20));
    }

    @Test
    void aRepeatIsReplayedAndMySqlKeepsNothing() {
        once();

        assertThat(once(), equalTo(new Once<>(Kind.REPLAYED, 1)));
        assertThat(
                database.number(
                        "select count(*) from idempotency_record where idempotency_key = ?", request.keyBytes()),
                equalTo(0L));
    }

    /** The price, as README tells it. */
    @Test
    void whatRedisLosesTakesEffectAgain() {
        once();

        redis.flushall();

        assertThat(once(), equalTo(Once.done(2)));
    }

    /** The price, as README tells it. */
    @Test
    void whoIsHeldUpForLongerThanTheLeaseIsOvertaken() {
        alone = engines.leasing(RecordStore.REDIS, Duration.ofMillis(200));
        List<Once<Integer>> twin = new ArrayList<>();

        Once<Integer> first = alone.once(Optional.of(request), Integer.class, () -> {
                    twin.add(CompletableFuture.supplyAsync(this::once).join());
                    return effects.incrementAndGet();
                })
                .await()
                .atMost(Duration.ofSeconds(20));

        assertThat(twin, equalTo(List.of(Once.done(1))));
        assertThat(first, equalTo(Once.done(2)));
        assertThat(once(), equalTo(new Once<>(Kind.REPLAYED, 1)));
    }

    @Test
    void aResultThatRedisForgotTheClaimOfIsKeptAllTheSame() {
        alone.once(Optional.of(request), Integer.class, () -> {
                    redis.flushall();
                    return effects.incrementAndGet();
                })
                .await()
                .atMost(Duration.ofSeconds(20));

        assertThat(once(), equalTo(new Once<>(Kind.REPLAYED, 1)));
    }

    @Test
    void withoutRedisNothingTakesEffect() {
        Stores.stopRedis();
        try {
            assertThrows(RedisAway.class, this::once);
        } finally {
            Stores.restartRedis();
        }

        assertThat(effects.get(), equalTo(0));
    }

    @Test
    void theLogSaysAtTheStartWhatIsAtRisk() {
        List<String> logged = new ArrayList<>();
        Handler listening = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(Idempotency.class.getName());
        log.addHandler(listening);

        alone.warnOfRisk(null);
        int lines = logged.size();
        engines.of(RecordStore.HYBRID).warnOfRisk(null);
        log.removeHandler(listening);

        assertThat(logged, hasItem(containsString("AT RISK")));
        assertThat(logged.size(), equalTo(lines));
    }
}
