package dev.payonce.messaging;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;

/** A channel on which each message is known to be with the broker, or not. */
final class ConfirmedChannel {

    private final Channel channel;
    private final NavigableMap<Long, CompletableFuture<Void>> waiting = new ConcurrentSkipListMap<>();

    ConfirmedChannel(Channel channel) throws IOException {
        this.channel = channel;
        channel.confirmSelect();
        channel.addConfirmListener(
                (number, multiple) -> take(number, multiple).values().forEach(sent -> sent.complete(null)),
                (number, multiple) -> take(number, multiple)
                        .values()
                        .forEach(
                                sent -> sent.completeExceptionally(new IOException("the broker refused the message"))));
        channel.addShutdownListener(cause -> take(Long.MAX_VALUE, true)
                .values()
                .forEach(sent -> sent.completeExceptionally(new IOException("the channel was closed", cause))));
    }

    /** Those that a confirmation is about; a multiple one is about all before it, too. */
    private NavigableMap<Long, CompletableFuture<Void>> take(long number, boolean multiple) {
        NavigableMap<Long, CompletableFuture<Void>> about =
                multiple ? waiting.headMap(number, true) : waiting.subMap(number, true, number, true);
        NavigableMap<Long, CompletableFuture<Void>> taken = new ConcurrentSkipListMap<>(about);
        about.clear();
        return taken;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Completed when the broker has the message. One at a time: a number belongs to the message that goes out next. */
    synchronized CompletableFuture<Void> publish(
            String exchange, String routingKey, BasicProperties properties, byte[] body) throws IOException {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        long number = channel.getNextPublishSeqNo();
        waiting.put(number, sent);
        try {
            channel.basicPublish(exchange, routingKey, properties, body);
        } catch (IOException | RuntimeException notSent) {
            waiting.remove(number);
            throw notSent;
        }
        return sent;
    }
}
