package dev.payonce.console;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** The live figures: how often, how many, how long. */
@ConfigMapping(prefix = "payonce.console")
interface ConsoleConfig {

    /** How often a console is sent new figures: what this instance has counted. */
    @WithDefault("1S")
    @SomeTime
    Duration every();

    /** How often the stores are asked for what all instances share, once for all consoles of an instance. */
    @WithDefault("2S")
    @SomeTime
    Duration countEvery();

    /** New figures wait for the stores no longer than this; then they go with what the stores have last said. */
    @WithDefault("300MS")
    @SomeTime
    Duration storePatience();

    /** Nothing is counted further than this, so that a backlog costs no more than a short look at an index. */
    @WithDefault("10000")
    @Positive
    int countLimit();

    /** Consoles that an instance keeps up to date at once. */
    @WithDefault("20")
    int maxStreams();

    /** The client comes again after this; also the longest that a stalled one is put up with. */
    @WithDefault("30M")
    @SomeTime
    Duration maxAge();
}
