package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.payonce.events.EventPublisher;
import dev.payonce.events.OutgoingEvent;
import dev.payonce.store.Work;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/**
 * Tells RabbitMQ what happened: to a topic exchange, by the event's type, and from there to a durable queue of the same
 * name, so that nothing is lost before anybody listens. Others bind queues of their own.
 */
@ApplicationScoped
class RabbitPublisher implements EventPublisher {

    private static final String EVERYTHING = "#";

    private final Rabbit rabbit;
    private final RabbitConfig config;
    private final MessagingConfig messaging;
    private Connection connection;
    private ConfirmedChannel channel;

    RabbitPublisher(Rabbit rabbit, RabbitConfig config, MessagingConfig messaging) {
        this.rabbit = rabbit;
        this.config = config;
        this.messaging = messaging;
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
    public Uni<Void> publish(OutgoingEvent event) {
        return Work.onWorker(() -> send(event)).flatMap(sent -> Uni.createFrom().completionStage(sent));
    }

    private CompletableFuture<Void> send(OutgoingEvent event) {
        BasicProperties properties = Rabbit.persistent(
                event.id().toString(), Map.of("order_id", event.order().toString()));
        try {
            return channel()
                    .publish(
                            messaging.events(),
                            event.type(),
                            properties,
                            event.json().getBytes(UTF_8));
        } catch (IOException | TimeoutException away) {
            throw new CompletionException(away);
        }
    }

    /** The one that is there while it lives, else a new one. */
    private synchronized ConfirmedChannel channel() throws IOException, TimeoutException {
        if (channel == null || !channel.isOpen()) {
            close();
            connection = rabbit.connect("events");
            Channel fresh = connection.createChannel();
            fresh.exchangeDeclare(messaging.events(), BuiltinExchangeType.TOPIC, true);
            Rabbit.ensureQueue(connection, messaging.events(), Map.of());
            fresh.queueBind(messaging.events(), messaging.events(), EVERYTHING);
            channel = new ConfirmedChannel(fresh);
        }
        return channel;
    }

    @PreDestroy
    synchronized void close() {
        if (connection != null) {
            connection.abort((int) config.timeout().toMillis());
        }
    }
}
