package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.events.OutgoingEvent;
import dev.payonce.store.Work;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/**
 * Takes commands from Kafka, by several consumers of one group, and tells it what happened. Messages of one order have its
 * id as their key, so that they lie in one partition, which one consumer handles in order.
 */
@ApplicationScoped
class KafkaBinding implements BrokerBinding {

    private final KafkaConfig config;
    private final MessagingConfig messaging;
    private final KafkaClients clients;
    private final KafkaSender sender;
    private final Receiver receiver;

    KafkaBinding(
            KafkaConfig config,
            MessagingConfig messaging,
            KafkaClients clients,
            KafkaSender sender,
            Receiver receiver) {
        this.config = config;
        this.messaging = messaging;
        this.clients = clients;
        this.sender = sender;
        this.receiver = receiver;
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
    public int consumers() {
        return config.consumers();
    }

    @Override
    public void consume(Supervisor supervisor) {
        try (KafkaSession session =
                new KafkaSession(clients.consumer(), messaging.commands(), supervisor, receiver, this::publishDead)) {
            session.run(config.sessionTimeout());
        }
    }

    private void publishDead(DeadCopy copy) throws Exception {
        sender.sendNow(messaging.deadLetters(), copy.messageId(), copy.headers(), copy.body());
    }

    @Override
    public Uni<Void> publish(OutgoingEvent event) {
        byte[] body = event.json().getBytes(UTF_8);
        Map<String, String> headers = Map.of(Delivery.MESSAGE_ID, event.id().toString(), "type", event.type());
        return Work.onWorker(() -> sender.send(messaging.events(), event.order().toString(), headers, body))
                .flatMap(sent -> Uni.createFrom().completionStage(sent));
    }
}
