package dev.payonce.payment;

import dev.payonce.store.TwinWait;
import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import java.time.Duration;

/** How requests of one token wait for each other. */
@ConfigMapping(prefix = "payonce.pay")
interface PayConfig {

    /** How long a duplicate waits for its twin's outcome before it is told that the payment is in progress. */
    @WithName("wait")
    @WithDefault("2S")
    Duration waitForTwin();

    /** How often a waiting duplicate looks: it holds neither a thread nor a connection in between. */
    @WithDefault("100MS")
    @SomeTime
    Duration lookEvery();

    /** How long a claim is left alone; longer than a payment takes, since the next request then looks in MySQL. */
    @WithDefault("10S")
    @SomeTime
    Duration claimLease();

    default TwinWait twins() {
        return new TwinWait(waitForTwin(), lookEvery());
    }
}
