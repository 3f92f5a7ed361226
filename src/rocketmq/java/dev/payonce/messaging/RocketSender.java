package dev.payonce.messaging;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.client.producer.selector.SelectMessageQueueByHash;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.remoting.exception.RemotingException;

/** One producer for all that goes to RocketMQ, started when it is first needed. */
@ApplicationScoped
class RocketSender {

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final RocketConfig config;
    private DefaultMQProducer producer;

    RocketSender(RocketConfig config) {
        this.config = config;
    }

    /**
     * Blocks until the broker has it.
     *
     * @param tag to be filtered by; null for none
     * @param key of what is to stay in order
     */
    void send(String topic, String tag, String key, Map<String, String> headers, byte[] body)
            throws MQClientException, RemotingException, MQBrokerException, InterruptedException, IOException {
        // RocketMQ refuses an empty body
        Message message = new Message(topic, tag, body.length == 0 ? new byte[] {' '} : body);
        headers.forEach((name, value) -> message.putUserProperty(name, property(value)));
        SendResult sent = producer().send(message, new SelectMessageQueueByHash(), key);
        if (sent.getSendStatus() != SendStatus.SEND_OK) {
            throw new IOException("RocketMQ has it, but not safely: " + sent.getSendStatus());
        }
    }

    /** RocketMQ refuses a blank value, and parts its properties by control characters. */
    private static String property(String value) {
        String plain = CONTROL.matcher(value).replaceAll(" ");
        return plain.isBlank() ? "-" : plain;
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
