package dev.payonce.messaging;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Takes commands from RocketMQ, queue by queue in order: messages of one order are to be sent with its id as sharding key. */
@ApplicationScoped
class RocketCommands implements BrokerConsumer {

    private final RocketConfig config;
    private final MessagingConfig messaging;
    private final Receiver receiver;
    private final RocketPublisher publisher;
    private final Supervisor supervisor;

    RocketCommands(
            RocketConfig config, MessagingConfig messaging, Receiver receiver, RocketPublisher publisher) {
        this.config = config;
        this.messaging = messaging;
        this.receiver = receiver;
        this.publisher = publisher;
        this.supervisor = new Supervisor(RocketConfig.NAME, messaging, this::session);
    }

    @Override
    public String name() {
        return RocketConfig.NAME;
    }

    @Override
    public boolean isOn() {
        return config.enabled();
    }

    @Override
    public void start() {
        supervisor.start();
    }

    private void session(Supervisor ours) throws Exception {
        try (RocketSession session = new RocketSession(config, messaging, ours, receiver, publisher)) {
            session.run();
        }
    }

    @Override
    public void stop() {
        supervisor.stop();
    }

    @Override
    public void awaitEnd(Duration limit) {
        supervisor.awaitEnd(limit);
    }

    @Override
    public boolean isSilentFor(Duration limit) {
        return supervisor.isSilentFor(limit);
    }
}
