package dev.payonce.refund;

import dev.payonce.store.TwinWait;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.time.Duration;

/** How requests with one key wait for each other. */
@ConfigMapping(prefix = "payonce.refund")
interface RefundConfig {

    /** How long a duplicate waits for its twin's outcome before it is told that it is not known yet. */
    @WithName("wait")
    @WithDefault("2S")
    Duration waitForTwin();

    /** How often a waiting duplicate looks: it holds neither a thread nor a connection in between. */
    @WithDefault("100MS")
    Duration lookEvery();

    default TwinWait twins() {
        return new TwinWait(waitForTwin(), lookEvery());
    }
}
