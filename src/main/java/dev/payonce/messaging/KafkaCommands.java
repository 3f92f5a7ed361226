package dev.payonce.messaging;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Takes commands from Kafka, by several consumers of one group. Messages of one order have its id as their key, so that
 * they lie in one partition, which one consumer handles in order.
 */
@ApplicationScoped
class KafkaCommands implements BrokerConsumer {

    private final KafkaClients clients;
    private final KafkaConfig config;
    private final MessagingConfig messaging;
    private final Receiver receiver;
    private final KafkaPublisher publisher;
    private List<Supervisor> supervisors = List.of();

    KafkaCommands(
            KafkaClients clients,
            KafkaConfig config,
            MessagingConfig messaging,
            Receiver receiver,
            KafkaPublisher publisher) {
        this.clients = clients;
        this.config = config;
        this.messaging = messaging;
        this.receiver = receiver;
        this.publisher = publisher;
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
    public void start() {
        supervisors = IntStream.range(0, config.consumers())
                .mapToObj(i -> new Supervisor(KafkaClients.NAME + "-" + i, messaging, this::session))
                .toList();
        supervisors.forEach(Supervisor::start);
    }

    private void session(Supervisor supervisor) {
        try (KafkaSession session = new KafkaSession(
                clients.consumer(), messaging.commands(), supervisor, receiver, publisher::publishDead)) {
            session.run(config.sessionTimeout());
        }
    }

    @Override
    public void stop() {
        supervisors.forEach(Supervisor::stop);
    }

    @Override
    public void awaitEnd(Duration limit) {
        supervisors.forEach(supervisor -> supervisor.awaitEnd(limit));
    }

    @Override
    public boolean isSilentFor(Duration limit) {
        return supervisors.stream().anyMatch(supervisor -> supervisor.isSilentFor(limit));
    }
}
