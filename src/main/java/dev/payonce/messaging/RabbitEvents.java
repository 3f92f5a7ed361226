package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import dev.payonce.events.OutgoingEvent;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;

/**
 * Tells RabbitMQ what happened: to a topic exchange, by the event's type, and from there to a durable queue of the same
 * name, so that nothing is lost before anybody listens. Others bind queues of their own.
 */
@ApplicationScoped
class RabbitEvents {

    private static final String EVERYTHING = "#";

    private final Rabbit rabbit;
    private final Duration timeout;
    private final String name;
    private Connection connection;
    private ConfirmedChannel channel;

    RabbitEvents(Rabbit rabbit, RabbitConfig config, MessagingConfig messaging) {
        this.rabbit = rabbit;
        this.timeout = config.timeout();
        this.name = messaging.events();
    }

    /** Completed when the broker has it. Blocks while it connects. */
    CompletableFuture<Void> send(OutgoingEvent event) {
        BasicProperties properties = Rabbit.persistent(
                event.id().toString(), Map.of("order_id", event.order().toString()));
        try {
            return channel()
                    .publish(name, event.type(), properties, event.json().getBytes(UTF_8));
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
            fresh.exchangeDeclare(name, BuiltinExchangeType.TOPIC, true);
            Rabbit.ensureQueue(connection, name, Map.of());
            fresh.queueBind(name, name, EVERYTHING);
            channel = new ConfirmedChannel(fresh);
        }
        return channel;
    }

    @PreDestroy
    synchronized void close() {
        if (connection != null) {
            connection.abort((int) timeout.toMillis());
        }
    }
}
