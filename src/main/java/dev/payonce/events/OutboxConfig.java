package dev.payonce.events;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** How events leave the outbox. */
@ConfigMapping(prefix = "payonce.outbox")
interface OutboxConfig {

    /** How often each instance looks for what other instances left, and for retries that are due; its own events it tells at once. */
    @WithDefault("1S")
    @SomeTime
    Duration every();

    /** So far apart, at least, are the rounds of an instance: each costs MySQL the same, however few events it finds. */
    @WithDefault("10MS")
    Duration gather();

    /** Events of one transaction: small, so that nobody waits for it. */
    @WithDefault("100")
    @Positive
    int batch();

    /** Deliveries that an instance has at work at once, to all receivers: each holds a connection, none a thread. */
    @WithDefault("256")
    @Positive
    int maxAtWork();

    /** Deliveries to one broker that an instance has at work at once. */
    @WithDefault("50")
    @Positive
    int brokerAtOnce();

    /** A broker that has not acknowledged after this is told again. */
    @WithDefault("10S")
    @SomeTime
    Duration publishTimeout();

    /** How long a delivery is left to the instance that took it; another one takes it over when that has died. */
    @WithDefault("20S")
    @SomeTime
    Duration lease();

    /** The pause after the first failure; each further one is twice as long. */
    @WithDefault("1S")
    @SomeTime
    Duration firstRetry();

    /** The longest pause: how late a broker is told after it has come back. */
    @WithDefault("30S")
    @SomeTime
    Duration maxRetry();

    /** How often an instance says which brokers it has switched on. */
    @WithDefault("1M")
    @SomeTime
    Duration announceEvery();
}
