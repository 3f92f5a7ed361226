package dev.payonce.store;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** How often, and how far, the metrics count what lies in MySQL. */
@ConfigMapping(prefix = "payonce.metrics")
public interface MetricsConfig {

    /** Often enough to see a queue grow, seldom enough to cost nothing. */
    @WithDefault("30S")
    @SomeTime
    Duration every();

    /** No further: a full table is when they are wanted. */
    @WithDefault("100000")
    @Positive
    int countLimit();
}
