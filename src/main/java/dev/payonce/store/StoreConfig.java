package dev.payonce.store;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** How long a transaction that lost a race is tried again, and when MySQL counts as away. */
@ConfigMapping(prefix = "payonce.store")
interface StoreConfig {

    /** Deadlock victims win within two or three tries; more means that a row is fought over. */
    @WithDefault("8")
    @Positive
    int attempts();

    /** No new try starts after this: a lock (1 s) is waited for three times at most, which a queue of callers outlasts. */
    @WithDefault("2500MS")
    Duration retryFor();

    /** The same after a lost connection: a dead one shows at once, and a MySQL that hangs is not waited for twice. */
    @WithDefault("500MS")
    Duration reconnectFor();

    /** The longest pause before a try; the real one is random, so that the losers do not meet again. */
    @WithDefault("20MS")
    Duration maxPause();

    /** How many uses of MySQL in a row are looked at before the circuit may open: more than a few killed connections. */
    @WithDefault("20")
    @Positive
    int breakerVolume();

    /** How long the circuit stays open before one caller is let through to try. */
    @WithDefault("1S")
    @SomeTime
    Duration breakerDelay();
}
