package dev.payonce.store;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long a transaction that lost a race is tried again. */
@ConfigMapping(prefix = "payonce.store")
interface StoreConfig {

    /** Deadlock victims win within two or three tries; more means that a row is fought over. */
    @WithDefault("8")
    int attempts();

    /** No new try starts after this: with one lock wait (1 s) on top, the caller has an answer within 3 s. */
    @WithDefault("1500MS")
    Duration retryFor();

    /** The longest pause before a try; the real one is random, so that the losers do not meet again. */
    @WithDefault("20MS")
    Duration maxPause();
}
