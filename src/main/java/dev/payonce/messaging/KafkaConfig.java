package dev.payonce.messaging;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Whether and how messages go by Kafka. All settings that begin with {@code kafka.} are handed to its client. */
@ConfigMapping(prefix = "payonce.messaging.kafka")
interface KafkaConfig {

    @WithDefault("false")
    boolean enabled();

    /** The consumer group; whoever renames it takes all messages that Kafka has once more, to no effect. */
    @WithDefault("payonce")
    String group();

    /** Consumers of an instance: partitions that it handles at once. */
    @WithDefault("2")
    int consumers();

    /** Messages of one poll, after which offsets are committed: at most so many come again when an instance dies. */
    @WithDefault("50")
    int batch();

    /** A consumer that Kafka has not heard for so long loses its partitions. */
    @WithDefault("10S")
    Duration sessionTimeout();

    /** For every other call; a producer gives up after two of these. */
    @WithDefault("5S")
    Duration timeout();
}
