package dev.payonce.lab;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.WithStores;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each fault does to each pattern. The first charge is held up until a second one is made, or nobody is left who could:
 * whether a weak pattern charges twice is not left to chance.
 */
@QuarkusTest
@WithStores
class PatternsTest {

    private static final int CALLERS = 8;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** With these nobody's end hangs on a duplicate that still waits: many wait in vain. */
    private static final Set<Fault> IN_VAIN = Set.of(Fault.NONE, Fault.CRASH);

    private static final Duration SHORT = Duration.ofMillis(300);

    @Inject
    Lab lab;

    @Inject
    LabConfig config;

    @Inject
    Database database;

    @Inject
    RedisDataSource redis;

    static Stream<Arguments> all() {
        return Arrays.stream(PatternName.values())
                .flatMap(pattern -> Arrays.stream(Fault.values()).map(fault -> Arguments.of(pattern, fault)));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aPatternDoesWithAFaultWhatItsCardSays(PatternName pattern, Fault fault) {
        Duration patience = IN_VAIN.contains(fault) ? SHORT : config.patience();
        Storm storm = new Storm(pattern, CALLERS, Duration.ofMillis(5), fault, patience, Duration.ofSeconds(5));

        LabResult result = lab.run(storm).await().atMost(LIMIT).orElseThrow();

        assertThat(result.toString(), result.verdict(), equalTo(pattern.expected(fault)));
        assertThat(result.mostAtOnce(), greaterThanOrEqualTo(2));
        assertThat(
                result.answers().values().stream().mapToInt(Integer::intValue).sum(), equalTo(CALLERS));
        assertThat(result.faultAtMillis() == null, equalTo(fault == Fault.NONE));
        for (String table :
                List.of("lab_order", "lab_dedup", "lab_message", "lab_payment", "lab_ledger", "lab_charge")) {
            assertThat(table, database.number("select count(*) from " + table), equalTo(0L));
        }
        assertThat(redis.key().keys("payonce:lab:*"), equalTo(List.of()));
    }
}
