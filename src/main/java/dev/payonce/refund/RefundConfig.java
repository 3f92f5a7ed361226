package dev.payonce.refund;

import dev.payonce.store.TwinWait;
import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.time.Duration;

/** How requests with one key wait for each other, and how often a late charge is given back. */
@ConfigMapping(prefix = "payonce.refund")
interface RefundConfig {

    /** How long a duplicate waits for its twin's outcome before it is told that it is not known yet. */
    @WithName("wait")
    @WithDefault("2S")
    Duration waitForTwin();

    /** How often a waiting duplicate looks: it holds neither a thread nor a connection in between. */
    @WithDefault("100MS")
    @SomeTime
    Duration lookEvery();

    /**
     * How many refunds of one late charge are tried when the gateway turns them down. The pause before each is twice the
     * one before it, from payonce.recovery.max-interval on: ten take about four hours.
     */
    @WithDefault("10")
    int lateChargeAttempts();

    default TwinWait twins() {
        return new TwinWait(waitForTwin(), lookEvery());
    }
}
