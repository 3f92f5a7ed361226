package dev.payonce.messaging;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.eclipse.microprofile.config.Config;

/** Makes Kafka's clients: an operator's {@code kafka.*} settings, and above them what this service relies on. */
@ApplicationScoped
class KafkaClients {

    static final String NAME = "kafka";

    private static final String PREFIX = "kafka.";

    private final Config all;
    private final KafkaConfig config;

    KafkaClients(Config all, KafkaConfig config) {
        this.all = all;
        this.config = config;
    }

    KafkaConsumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = settings();
        settings.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.putIfAbsent(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        settings.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, config.group());
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, config.batch());
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int)
                config.sessionTimeout().toMillis());
        settings.put(
                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                (int) config.sessionTimeout().toMillis() / 3);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    KafkaProducer<byte[], byte[]> producer() {
        Map<String, Object> settings = settings();
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, config.timeout().toMillis());
        // as long again, so that an event is given up here when the outbox gives it up: later it could follow a later
        // one
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int)
                config.timeout().toMillis());
        // whatever an operator has set for all clients: Kafka refuses a producer where this is longer
        settings.put(
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) config.timeout().toMillis());
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "localhost:9092");
        settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int)
                config.timeout().toMillis());
        settings.put(
                CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
                2 * (int) config.timeout().toMillis());
        settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, (int)
                config.timeout().toMillis());
        StreamSupport.stream(all.getPropertyNames().spliterator(), false)
                .map(KafkaClients::property)
                .filter(name -> name.startsWith(PREFIX))
                .forEach(name -> all.getOptionalValue(name, String.class)
                        .ifPresent(value -> settings.put(name.substring(PREFIX.length()), value)));
        return settings;
    }

    /** An environment variable is listed as it is called there: {@code KAFKA_BOOTSTRAP_SERVERS}. */
    private static String property(String name) {
        return name.startsWith("KAFKA_") ? name.toLowerCase(Locale.ROOT).replace('_', '.') : name;
    }
}
