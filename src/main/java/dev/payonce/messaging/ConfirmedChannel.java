package dev.payonce.messaging;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;

/** A channel on which each message is known to lie in a queue of the broker, or not. */
final class ConfirmedChannel {

    /** A message that went out; told when the broker has it. */
    private record Sent(String messageId, CompletableFuture<Void> told) {

        void confirm() {
            told.complete(null);
        }

        void fail(String why, Throwable cause) {
            told.completeExceptionally(new IOException(why, cause));
        }
    }

    private final Channel channel;
    private final NavigableMap<Long, Sent> waiting = new ConcurrentSkipListMap<>();
    private volatile boolean leadsNowhere;

    ConfirmedChannel(Channel channel) throws IOException {
        this.channel = channel;
        channel.confirmSelect();
        channel.addReturnListener(returned -> giveBack(returned.getProperties().getMessageId()));
        channel.addConfirmListener(
                (number, multiple) -> take(number, multiple).forEach(Sent::confirm),
                (number, multiple) ->
                        take(number, multiple).forEach(sent -> sent.fail("the broker refused the message", null)));
        channel.addShutdownListener(
                cause -> take(Long.MAX_VALUE, true).forEach(sent -> sent.fail("the channel was closed", cause)));
    }

    /** What no queue takes, the broker gives back, and then confirms all the same: somebody has taken the queue away. */
    private void giveBack(String messageId) {
        leadsNowhere = true;
        waiting.values().stream()
                .filter(sent -> sent.messageId().equals(messageId))
                .forEach(sent -> sent.fail("no queue takes the message", null));
    }

    /** Those that a confirmation is about; a multiple one is about all before it, too. */
    private List<Sent> take(long number, boolean multiple) {
        NavigableMap<Long, Sent> about =
                multiple ? waiting.headMap(number, true) : waiting.subMap(number, true, number, true);
        List<Sent> taken = List.copyOf(about.values());
        about.clear();
        return taken;
    }

    /** Whether it is worth sending anything by it. */
    boolean isUsable() {
        return channel.isOpen() && !leadsNowhere;
    }

    /** Completed when a queue has the message. One at a time: a number belongs to the message that goes out next. */
    synchronized CompletableFuture<Void> publish(
            String exchange, String routingKey, BasicProperties properties, byte[] body) throws IOException {
        Sent sent = new Sent(properties.getMessageId(), new CompletableFuture<>());
        long number = channel.getNextPublishSeqNo();
        waiting.put(number, sent);
        try {
            channel.basicPublish(exchange, routingKey, true, properties, body);
        } catch (IOException | RuntimeException notSent) {
            waiting.remove(number);
            throw notSent;
        }
        return sent.told();
    }
}
