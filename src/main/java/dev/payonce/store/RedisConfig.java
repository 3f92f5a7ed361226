package dev.payonce.store;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** When Redis counts as away. */
@ConfigMapping(prefix = "payonce.redis")
interface RedisConfig {

    /** A command is given up after this; it may still run later. */
    @WithDefault("500MS")
    @SomeTime
    Duration timeout();

    /** How many commands in a row are looked at before the circuit may open. */
    @WithDefault("8")
    @Positive
    int breakerVolume();

    /** How long the circuit stays open before one command is let through to try: callers are spared meanwhile. */
    @WithDefault("1S")
    @SomeTime
    Duration breakerDelay();
}
