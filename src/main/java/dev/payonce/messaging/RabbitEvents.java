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
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tells RabbitMQ what happened: to a topic exchange, by the event's type, and from there to a durable queue of the same
 * name, so that nothing is lost before anybody listens. Others bind queues of their own. An event that no queue takes is not
 * told: with the next one the queue is declared anew.
 */
@ApplicationScoped
class RabbitEvents {

    private static final String EVERYTHING = "#";
    private static final int IDLE_SECONDS = 30;

    private final Rabbit rabbit;
    private final Duration timeout;
    private final String name;

    /** One, for they are told one at a time; so a broker that hangs holds up nothing else. */
    private final ExecutorService thread;

    private Connection connection;
    private ConfirmedChannel channel;

    RabbitEvents(Rabbit rabbit, RabbitConfig config, MessagingConfig messaging) {
        this.rabbit = rabbit;
        this.timeout = config.timeout();
        this.name = messaging.events();
        this.thread = new ThreadPoolExecutor(
                0,
                1,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(config.eventsWaiting()),
                work -> Lanes.daemon(work, Rabbit.NAME + "-events"));
    }

    /**
     * Completed when the broker has it; whoever does not want to wait any longer cancels it.
     *
     * @throws RejectedExecutionException when too many wait already
     */
    CompletableFuture<Void> send(OutgoingEvent event) {
        CompletableFuture<Void> told = new CompletableFuture<>();
        thread.execute(() -> publish(event, told));
        return told;
    }

    private void publish(OutgoingEvent event, CompletableFuture<Void> told) {
        if (told.isDone()) {
            return;
        }
        BasicProperties properties = Rabbit.persistent(
                event.id().toString(), Map.of("order_id", event.order().toString()));
        try {
            ConfirmedChannel open = channel();
            // it may have taken long, and others may have told this event and later ones meanwhile
            if (!told.isDone()) {
                open.publish(name, event.type(), properties, event.json().getBytes(UTF_8))
                        .whenComplete((done, fault) -> end(told, fault));
            }
        } catch (IOException | TimeoutException | RuntimeException away) {
            told.completeExceptionally(away);
        }
    }

    private static void end(CompletableFuture<Void> told, Throwable fault) {
        if (fault == null) {
            told.complete(null);
        } else {
            told.completeExceptionally(fault);
        }
    }

    /** The one that is there while it lives, else a new one. */
    private synchronized ConfirmedChannel channel() throws IOException, TimeoutException {
        if (channel == null || !channel.isUsable()) {
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
    void stop() {
        thread.shutdownNow();
        close();
    }

    private synchronized void close() {
        if (connection != null) {
            connection.abort((int) timeout.toMillis());
        }
    }
}
