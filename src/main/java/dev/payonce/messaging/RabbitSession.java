package dev.payonce.messaging;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.quarkus.logging.Log;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** One consumer on one channel. Ends with either: a channel that the broker closes, or a queue that is deleted, ends it. */
final class RabbitSession extends DefaultConsumer {

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    /** Is given each delivery with its tag; must not block. */
    interface Handler {
        void handle(RabbitSession session, long tag, Delivery delivery);
    }

    private final Origin origin;
    private final Supervisor supervisor;
    private final Handler handler;
    private volatile String end;

    RabbitSession(Channel channel, String queue, Supervisor supervisor, Handler handler) {
        super(channel);
        this.origin = Origin.queue(Rabbit.NAME, queue);
        this.supervisor = supervisor;
        this.handler = handler;
    }

    void consume() throws IOException {
        getChannel().basicConsume(origin.queue(), false, this);
    }

    /** Returns when told to stop; throws when the consumer is no more. */
    void awaitEnd() throws IOException {
        while (!supervisor.awaitStop(LOOK_EVERY)) {
            if (!isOpen()) {
                throw new IOException(end == null ? "the channel is closed" : end);
            }
        }
        if (isOpen()) {
            getChannel().basicCancel(getConsumerTag());
        }
    }

    Connection connection() {
        return getChannel().getConnection();
    }

    /** Whether what it has handed over can still be acknowledged, and has not been given to somebody else. */
    boolean isOpen() {
        return end == null && getChannel().isOpen();
    }

    /** Whether work may begin: what is not begun when the service stops is given back. */
    boolean isTaking() {
        return isOpen() && !supervisor.isStopping();
    }

    /** Waits, unless told to stop; false when what waits is to be given back. */
    boolean pause(Duration pause) {
        return !supervisor.awaitStop(pause) && isOpen();
    }

    @Override
    public void handleDelivery(String consumerTag, Envelope envelope, BasicProperties properties, byte[] body) {
        String id = properties.getMessageId();
        handler.handle(this, envelope.getDeliveryTag(), new Delivery(origin, id, text(properties.getHeaders()), body));
    }

    private static Map<String, String> text(Map<String, Object> headers) {
        Map<String, String> text = new TreeMap<>();
        if (headers != null) {
            headers.forEach((name, value) -> text.put(name, String.valueOf(value)));
        }
        return text;
    }

    /** Acknowledges what is done. What was not may come again: by closing the channel, if nobody else has closed it. */
    void finish(long tag, BooleanSupplier work) {
        try {
            if (work.getAsBoolean()) {
                getChannel().basicAck(tag, false);
            }
        } catch (AlreadyClosedException | IOException gone) {
            Log.debugf("An acknowledgement did not reach RabbitMQ; the message comes again: %s", gone.getMessage());
        } catch (RuntimeException | Error fault) { // whatever it was, the message must come again
            Log.errorf(fault, "A message from RabbitMQ could not be taken");
            end("a message could not be taken");
        }
    }

    /** The queue was deleted, or its node has gone. */
    @Override
    public void handleCancel(String consumerTag) {
        end("the broker has cancelled the consumer");
    }

    @Override
    public void handleShutdownSignal(String consumerTag, ShutdownSignalException signal) {
        end(signal.getMessage());
    }

    private void end(String why) {
        if (end == null) {
            end = why;
        }
    }
}
