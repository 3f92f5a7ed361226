package dev.payonce.limit;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.store.Redis;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The counting, by two instances on one Redis. */
@QuarkusTest
@WithStores
@TestProfile(LowLimits.class)
class LimitsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Inject
    Redis redis;

    @Inject
    LimitConfig config;

    @Inject
    MeterRegistry meters;

    private final Use order = new Use(Limit.TOKENS_PER_ORDER, UUID.randomUUID().toString());
    private final Use caller =
            new Use(Limit.TOKENS_PER_CALLER, UUID.randomUUID().toString());
    private Limits one;
    private Limits other;

    @BeforeEach
    void twoInstances() {
        one = new Limits(redis, new LocalCounts(config), config, meters);
        other = new Limits(redis, new LocalCounts(config), config, meters);
    }

    private static Optional<Exceeded> take(Limits limits, Use... uses) {
        return limits.take(List.of(uses)).await().atMost(PATIENCE);
    }

    @Test
    void thirtyUsesAtOnceOnTwoInstancesShareOneLimit() throws Exception {
        List<Optional<Exceeded>> answers = Race.run(30, number -> () -> take(number % 2 == 0 ? one : other, caller));

        long granted = answers.stream().filter(Optional::isEmpty).count();
        assertThat(granted, equalTo((long) LowLimits.OF_CALLER));
    }

    @Test
    void whoIsRefusedIsToldWhenTheWindowEnds() {
        for (int i = 0; i < LowLimits.OF_ORDER; i++) {
            assertThat(take(one, order), is(Optional.empty()));
        }

        Exceeded exceeded = take(other, order).orElseThrow();

        assertThat(exceeded.limit(), is(Limit.TOKENS_PER_ORDER));
        assertThat(exceeded.retryAfter(), allOf(greaterThan(Duration.ZERO), lessThanOrEqualTo(Duration.ofMinutes(1))));
    }

    @Test
    void whatIsRefusedCountsForNothing() {
        for (int i = 0; i < LowLimits.OF_ORDER; i++) {
            take(one, order, caller);
        }
        for (int i = 0; i < LowLimits.OF_CALLER; i++) {
            take(i % 2 == 0 ? one : other, order, caller);
        }

        for (int i = LowLimits.OF_ORDER; i < LowLimits.OF_CALLER; i++) {
            assertThat(take(one, caller), is(Optional.empty()));
        }
        assertThat(take(one, caller).isPresent(), is(true));
    }

    @Test
    void lookingCountsNothing() {
        for (int i = 0; i <= LowLimits.OF_CALLER; i++) {
            assertThat(one.look(caller).await().atMost(PATIENCE), is(Optional.empty()));
        }

        assertThat(take(one, caller), is(Optional.empty()));
    }

    @Test
    void withoutRedisEachInstanceGrantsTheLimitAlone() {
        Stores.stopRedis();
        try {
            for (Limits instance : List.of(one, other)) {
                for (int i = 0; i < LowLimits.OF_ORDER; i++) {
                    assertThat(take(instance, order), is(Optional.empty()));
                }
                assertThat(take(instance, order).isPresent(), is(true));
            }
        } finally {
            Stores.restartRedis();
        }
    }
}
