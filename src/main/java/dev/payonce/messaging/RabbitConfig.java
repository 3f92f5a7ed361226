package dev.payonce.messaging;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** Whether and how messages go by RabbitMQ. Where it is, the settings {@code rabbitmq-host} and so on say. */
@ConfigMapping(prefix = "payonce.messaging.rabbitmq")
interface RabbitConfig {

    @WithDefault("false")
    boolean enabled();

    /** Messages of different orders that are handled at once; those of one order come one after the other. */
    @WithDefault("8")
    @Positive
    int lanes();

    /** Messages that the broker hands over before any of them is acknowledged: what the lanes' queues hold at most. */
    @WithDefault("64")
    int prefetch();

    /** A broker that is silent for two of these is gone. */
    @WithDefault("5S")
    Duration heartbeat();

    /** For connecting, and for the broker's confirmation of what is published. */
    @WithDefault("5S")
    Duration timeout();

    /** Events that wait for the one thread that hands them to the broker; more are tried again later. */
    @WithDefault("100")
    int eventsWaiting();

    /** The broker's own limit (128 MiB): the client would answer a longer message by closing the connection, for ever. */
    @WithDefault("134217728")
    int maxMessageBytes();
}
