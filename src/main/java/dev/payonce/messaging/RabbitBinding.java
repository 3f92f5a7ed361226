package dev.payonce.messaging;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.payonce.events.OutgoingEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Takes commands from RabbitMQ, and tells it what happened. The queue is declared with a single active consumer: the other instances stand by, so that
 * messages of one order are handled in order. Each is acknowledged after its effect has committed.
 */
@ApplicationScoped
class RabbitBinding implements BrokerBinding {

    private static final Map<String, Object> IN_ORDER = Map.of("x-single-active-consumer", true);

    private final Rabbit rabbit;
    private final RabbitConfig config;
    private final MessagingConfig messaging;
    private final RabbitEvents events;
    private final Receiver receiver;

    /** They outlive a session: what comes again by the next one waits behind what is still in work. */
    private final Lanes lanes;

    RabbitBinding(
            Rabbit rabbit, RabbitConfig config, MessagingConfig messaging, RabbitEvents events, Receiver receiver) {
        this.rabbit = rabbit;
        this.config = config;
        this.messaging = messaging;
        this.events = events;
        this.receiver = receiver;
        this.lanes = new Lanes(Rabbit.NAME, config.lanes());
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
    public void consume(Supervisor supervisor) throws Exception {
        Connection connection = rabbit.connect("commands");
        try {
            Rabbit.ensureQueue(connection, messaging.commands(), IN_ORDER);
            Rabbit.ensureQueue(connection, messaging.deadLetters(), Map.of());
            Channel channel = connection.createChannel();
            channel.basicQos(config.prefetch());
            RabbitSession session = new RabbitSession(channel, messaging.commands(), supervisor, this::handle);
            session.consume();
            supervisor.consuming();
            session.awaitEnd();
        } finally {
            close(connection, supervisor.isStopping());
        }
    }

    /** What is not acknowledged goes back to the queue. */
    private void close(Connection connection, boolean forGood) throws IOException {
        if (forGood) {
            lanes.close(messaging.farewell());
        }
        if (connection.isOpen()) {
            connection.close((int) config.timeout().toMillis());
        }
    }

    private void handle(RabbitSession session, long tag, Delivery delivery) {
        lanes.run(receiver.laneOf(delivery), () -> {
            if (session.isTaking()) {
                session.finish(tag, () -> receiver.receive(delivery, holder(session)));
            }
        });
    }

    private Receiver.Holder holder(RabbitSession session) {
        return new Receiver.Holder() {

            @Override
            public boolean pause(Duration pause) {
                return session.pause(pause);
            }

            @Override
            public void publishDead(DeadCopy copy) throws Exception {
                rabbit.put(session.connection(), messaging.deadLetters(), copy);
            }
        };
    }

    @Override
    public Uni<Void> publish(OutgoingEvent event) {
        return Uni.createFrom().completionStage(() -> events.send(event));
    }
}
