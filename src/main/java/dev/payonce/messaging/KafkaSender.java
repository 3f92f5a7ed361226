package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One producer for all that goes to Kafka, made when it is first needed. */
@ApplicationScoped
class KafkaSender {

    private final KafkaClients clients;
    private final Duration timeout;
    private KafkaProducer<byte[], byte[]> producer;

    KafkaSender(KafkaClients clients, KafkaConfig config) {
        this.clients = clients;
        this.timeout = config.timeout();
    }

    /** Blocks until Kafka has it. */
    void sendNow(String topic, String key, Map<String, String> headers, byte[] body) throws Exception {
        send(topic, key, headers, body).get(2 * timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Ends when Kafka has it. Blocks while the topic is looked up for the first time.
     *
     * @param key of what is to stay in order; null for none
     */
    CompletableFuture<Void> send(String topic, String key, Map<String, String> headers, byte[] body) {
        ProducerRecord<byte[], byte[]> message =
                new ProducerRecord<>(topic, key == null ? null : key.getBytes(UTF_8), body);
        headers.forEach((name, value) -> message.headers().add(name, value.getBytes(UTF_8)));
        CompletableFuture<Void> sent = new CompletableFuture<>();
        producer().send(message, (where, fault) -> {
            if (fault == null) {
                sent.complete(null);
            } else {
                sent.completeExceptionally(fault);
            }
        });
        return sent;
    }

    private synchronized KafkaProducer<byte[], byte[]> producer() {
        if (producer == null) {
            producer = clients.producer();
        }
        return producer;
    }

    @PreDestroy
    synchronized void close() {
        if (producer != null) {
            producer.close(Duration.ofSeconds(1));
        }
    }
}
