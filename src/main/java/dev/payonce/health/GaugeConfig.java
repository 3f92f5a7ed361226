package dev.payonce.health;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How often what lies in MySQL is counted for the metrics. */
@ConfigMapping(prefix = "payonce.metrics")
interface GaugeConfig {

    /** Counting reads an index from end to end: often enough to see a queue grow, seldom enough to cost nothing. */
    @WithDefault("30S")
    Duration every();
}
