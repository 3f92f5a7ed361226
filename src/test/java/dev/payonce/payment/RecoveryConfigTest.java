package dev.payonce.payment;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecoveryConfigTest {

    private final RecoveryConfig config = new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(RecoveryConfig.class)
            .build()
            .getConfigMapping(RecoveryConfig.class);

    @ParameterizedTest
    @CsvSource({"0, PT5S", "1, PT10S", "2, PT20S", "3, PT30S", "1000, PT30S"})
    void whatIsOpenIsLookedUpAtIntervalsThatDouble(int checks, Duration interval) {
        assertThat(config.interval(checks), equalTo(interval));
    }

    @ParameterizedTest
    @CsvSource({"PT0S, PT30S", "PT4M, PT30S", "PT8M, PT1M", "PT1H, PT7M30S", "PT24H, PT15M"})
    void whatIsLostIsLookedUpTheMoreSeldomTheLongerItIs(Duration closedFor, Duration interval) {
        assertThat(config.watchInterval(closedFor), equalTo(interval));
    }
}
