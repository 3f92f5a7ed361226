package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.events.EventPublisher;
import dev.payonce.events.OutgoingEvent;
import dev.payonce.store.Work;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.client.producer.selector.SelectMessageQueueByHash;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.remoting.exception.RemotingException;

/** Tells RocketMQ what happened, all events of one order by one queue, so that they stay in order; and dead letters. */
@ApplicationScoped
class RocketPublisher implements EventPublisher {

    private final RocketConfig config;
    private final MessagingConfig messaging;
    private DefaultMQProducer producer;

    RocketPublisher(RocketConfig config, MessagingConfig messaging) {
        this.config = config;
        this.messaging = messaging;
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
    public Uni<Void> publish(OutgoingEvent event) {
        Map<String, String> headers = Map.of(Delivery.MESSAGE_ID, event.id().toString());
        byte[] body = event.json().getBytes(UTF_8);
        return Work.onWorker(() -> {
            try {
                send(messaging.events(), event.type(), event.order().toString(), headers, body);
                return null;
            } catch (Exception away) {
                throw new CompletionException(away);
            }
        });
    }

    void publishDead(DeadCopy copy) throws Exception {
        send(messaging.deadLetters(), null, String.valueOf(copy.messageId()), copy.headers(), copy.body());
    }

    /** Blocks until the broker has it. */
    private void send(String topic, String tag, String key, Map<String, String> headers, byte[] body)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException, IOException {
        // RocketMQ refuses an empty body
        Message message = new Message(topic, tag, body.length == 0 ? new byte[] {' '} : body);
        headers.forEach((name, value) -> message.putUserProperty(name, value.isEmpty() ? " " : value));
        SendResult sent = producer().send(message, new SelectMessageQueueByHash(), key);
        if (sent.getSendStatus() != SendStatus.SEND_OK) {
            throw new IOException("RocketMQ has it, but not safely: " + sent.getSendStatus());
        }
    }

    private synchronized DefaultMQProducer producer() throws MQClientException {
        if (producer == null) {
            DefaultMQProducer fresh = new DefaultMQProducer(config.group() + "-events");
            fresh.setNamesrvAddr(config.namesrv());
            fresh.setSendMsgTimeout((int) config.timeout().toMillis());
            fresh.start();
            producer = fresh;
        }
        return producer;
    }

    @PreDestroy
    synchronized void close() {
        if (producer != null) {
            producer.shutdown();
        }
    }
}
