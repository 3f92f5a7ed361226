package dev.payonce.stream;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** Streams of an order's events: how many, how long, how soon. */
@ConfigMapping(prefix = "payonce.streams")
interface StreamConfig {

    /** Open at once on one instance: each holds a connection and a little memory, neither a thread nor MySQL. */
    @WithDefault("2000")
    int maxOpen();

    /** The same for one caller: a few tabs. */
    @WithDefault("10")
    int maxOpenPerCaller();

    /** How late an event is at most when Redis, which rings for it at once, is away. */
    @WithDefault("2S")
    @SomeTime
    Duration lookEvery();

    /** A comment is sent after this much silence: proxies close what is silent for longer. */
    @WithDefault("15S")
    @SomeTime
    Duration heartbeat();

    /** The client comes again after this, and goes on where it was; also the longest that a stalled one is put up with. */
    @WithDefault("30M")
    @SomeTime
    Duration maxAge();

    /** How long a stream stays open after the order's end. */
    @WithDefault("10S")
    Duration linger();

    /** Events that are read at once. */
    @WithDefault("100")
    @Positive
    int batch();
}
