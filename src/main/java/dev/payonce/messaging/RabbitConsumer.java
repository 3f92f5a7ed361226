package dev.payonce.messaging;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Takes commands from RabbitMQ. The queue is declared with a single active consumer: the other instances stand by, so that
 * messages of one order are handled in order. Each is acknowledged after its effect has committed.
 */
@ApplicationScoped
class RabbitConsumer implements BrokerConsumer {

    private static final Map<String, Object> IN_ORDER = Map.of("x-single-active-consumer", true);

    private final Rabbit rabbit;
    private final RabbitConfig config;
    private final MessagingConfig messaging;
    private final Receiver receiver;
    private final MessageReader reader;
    private final Supervisor supervisor;

    /** They outlive a session: what comes again by the next one waits behind what is still in work. */
    private Lanes lanes;

    RabbitConsumer(
            Rabbit rabbit, RabbitConfig config, MessagingConfig messaging, Receiver receiver, MessageReader reader) {
        this.rabbit = rabbit;
        this.config = config;
        this.messaging = messaging;
        this.receiver = receiver;
        this.reader = reader;
        this.supervisor = new Supervisor(Rabbit.NAME, messaging, this::session);
    }

    @Override
    public String name() {
        return Rabbit.NAME;
    }

    @Override
    public boolean isOn() {
        return config.enabled();
    }

    @Override
    public void start() {
        lanes = new Lanes("rabbitmq", config.lanes());
        supervisor.start();
    }

    private void session(Supervisor ours) throws Exception {
        Connection connection = rabbit.connect("commands");
        try {
            Rabbit.ensureQueue(connection, messaging.commands(), IN_ORDER);
            Rabbit.ensureQueue(connection, messaging.deadLetters(), Map.of());
            Channel channel = connection.createChannel();
            channel.basicQos(config.prefetch());
            RabbitSession session = new RabbitSession(channel, messaging.commands(), this::handle);
            session.consume();
            ours.consuming();
            session.awaitEnd(ours);
        } finally {
            close(connection);
        }
    }

    /** What is not acknowledged goes back to the queue. */
    private void close(Connection connection) throws IOException {
        if (supervisor.isStopping()) {
            lanes.close(messaging.farewell());
        }
        if (connection.isOpen()) {
            connection.close((int) config.timeout().toMillis());
        }
    }

    private void handle(RabbitSession session, long tag, Delivery delivery) {
        lanes.run(reader.laneOf(delivery), () -> {
            if (session.isOpen() && !supervisor.isStopping()) {
                session.finish(tag, () -> receiver.receive(delivery, binding(session)));
            }
        });
    }

    private Receiver.Binding binding(RabbitSession session) {
        return new Receiver.Binding() {

            @Override
            public boolean pause(Duration pause) {
                return !supervisor.awaitStop(pause) && session.isOpen();
            }

            @Override
            public void publishDead(DeadCopy copy) throws Exception {
                rabbit.put(session.connection(), messaging.deadLetters(), copy);
            }
        };
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
