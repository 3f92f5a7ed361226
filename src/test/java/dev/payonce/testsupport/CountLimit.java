package dev.payonce.testsupport;

import dev.payonce.store.MetricsConfig;
import java.time.Duration;

/** Metrics that count so far: a test can reach it. */
public record CountLimit(int countLimit) implements MetricsConfig {

    @Override
    public Duration every() {
        return Duration.ofSeconds(30);
    }
}
