package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.events.EventPublisher;
import dev.payonce.events.OutgoingEvent;
import dev.payonce.store.Work;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Tells Kafka what happened, by the order's id as key, so that events of one order stay in order; and dead letters. */
@ApplicationScoped
class KafkaPublisher implements EventPublisher {

    private final KafkaClients clients;
    private final KafkaConfig config;
    private final MessagingConfig messaging;
    private KafkaProducer<byte[], byte[]> producer;

    KafkaPublisher(KafkaClients clients, KafkaConfig config, MessagingConfig messaging) {
        this.clients = clients;
        this.config = config;
        this.messaging = messaging;
    }

    @Override
    public String name() {
        return KafkaClients.NAME;
    }

    @Override
    public boolean isOn() {
        return config.enabled();
    }

    @Override
    public Uni<Void> publish(OutgoingEvent event) {
        byte[] body = event.json().getBytes(UTF_8);
        Map<String, String> headers = Map.of(Delivery.MESSAGE_ID, event.id().toString(), "type", event.type());
        return Work.onWorker(() -> send(messaging.events(), event.order().toString(), headers, body))
                .flatMap(sent -> Uni.createFrom().completionStage(sent));
    }

    /** Blocks until Kafka has it. */
    void publishDead(DeadCopy copy) throws Exception {
        send(messaging.deadLetters(), copy.messageId(), copy.headers(), copy.body())
                .get(2 * config.timeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Blocks while the topic is looked up for the first time. */
    private CompletableFuture<Void> send(String topic, String key, Map<String, String> headers, byte[] body) {
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
