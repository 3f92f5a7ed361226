package dev.payonce.lab;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** The lab's settings. */
@ConfigMapping(prefix = "payonce.lab")
interface LabConfig {

    /** Off unless asked for: a storm takes processor time from those who pay. */
    @WithDefault("false")
    boolean enabled();

    /** Each caller is a thread. */
    @WithDefault("200")
    int maxCallers();

    /** A gateway that takes longer shows nothing new. */
    @WithDefault("2S")
    Duration maxGatewayDelay();

    /** How long a duplicate waits for its twin, where the pattern lets it wait. */
    @WithDefault("2S")
    Duration patience();

    /** How long the first charge is held up at most, when something goes wrong, to see whether a second one is made. */
    @WithDefault("3S")
    Duration hold();

    /** What an answer by HTTP may take: a run that is longer is broken off. */
    @WithDefault("30S")
    Duration maxTime();
}
