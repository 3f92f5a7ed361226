package dev.payonce.payment;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** How many payments are accepted for later, and how they are worked off. */
@ConfigMapping(prefix = "payonce.buffer")
public interface BufferConfig {

    /** Payments accepted and not yet at an end, of all instances together; the next one is told that we are overloaded. */
    @WithDefault("10000")
    int limit();

    /** How often they are counted at most: for so long an instance does not see what the others accept. */
    @WithDefault("250MS")
    @SomeTime
    Duration countEvery();

    /** Payments that are being accepted at once by an instance: each needs a connection to MySQL for a moment. */
    @WithDefault("50")
    @Positive
    int maxAccepting();

    /** Payments that may wait to be accepted; the next one is told that we are overloaded. */
    @WithDefault("1000")
    int maxWaiting();

    /** How often a worker that has nothing to do looks whether another instance has rung the bell. */
    @WithDefault("200MS")
    @SomeTime
    Duration poll();

    /** How long the workers rest when a store failed them. */
    @WithDefault("1S")
    @SomeTime
    Duration rest();

    /** A bell that its worker has not answered for so long is heard by another: the worker may have died. */
    @WithDefault("10S")
    @SomeTime
    Duration reclaimAfter();
}
