package dev.payonce.recovery;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** How often what is over is put away. */
@ConfigMapping(prefix = "payonce.cleanup")
interface CleanUpConfig {

    @WithDefault("1M")
    @SomeTime
    Duration every();

    /** Rows of one transaction: small, so that nobody waits for it. */
    @WithDefault("200")
    @Positive
    int batch();

    /** Batches of one run: a backlog is worked off over several runs. */
    @WithDefault("50")
    @Positive
    int batches();
}
