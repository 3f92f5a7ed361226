package dev.payonce.messaging;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Whether and how messages go by RocketMQ, for which the service must have been built with the Maven profile {@code rocketmq}. */
@ConfigMapping(prefix = "payonce.messaging.rocketmq")
interface RocketConfig {

    /** As health and metrics name it. */
    String NAME = "rocketmq";

    @WithDefault("false")
    boolean enabled();

    /** Addresses of the name servers. */
    @WithDefault("localhost:9876")
    String namesrv();

    /** The consumer group; whoever renames it takes all messages that RocketMQ has once more, to no effect. */
    @WithDefault("payonce")
    String group();

    /** Queues of the topic that are handled at once; one queue is handled in order. */
    @WithDefault("8")
    int threads();

    /** For a call to the broker, and for finding out that it does not answer. */
    @WithDefault("5S")
    Duration timeout();
}
