package dev.payonce.store;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long the stores keep what is over. Features that must agree on it read it here. */
@ConfigMapping(prefix = "payonce.retention")
public interface RetentionConfig {

    /** Keys of requests, and the answers that their repeats get. */
    @WithDefault("30D")
    @SomeTime
    Duration idempotency();

    /** Outcomes of payments and results of keys in Redis, which spare MySQL the replays. */
    @WithDefault("24H")
    @SomeTime
    Duration outcome();

    /** Marks of handled messages. */
    @WithDefault("30D")
    @SomeTime
    Duration inbox();

    /** Messages that could not be handled. */
    @WithDefault("90D")
    @SomeTime
    Duration deadLetters();

    /** Events and deliveries once all is told, and brokers that no instance has switched on. */
    @WithDefault("7D")
    @SomeTime
    Duration outbox();

    /** Entries of the audit. */
    @WithDefault("365D")
    @SomeTime
    Duration audit();
}
