package dev.payonce.messaging;

import io.quarkus.logging.Log;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyContext;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/** One consumer of the group. Its client reconnects by itself, but does not say whether it is connected: it is asked. */
final class RocketSession implements AutoCloseable, MessageListenerOrderly {

    private static final Duration ASK_EVERY = Duration.ofSeconds(2);

    /** So many answers missed in a row, and the client is replaced. */
    private static final int MISSED = 15;

    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private static final String EVERYTHING = "*";

    private final RocketConfig config;
    private final MessagingConfig messaging;
    private final Supervisor supervisor;
    private final Receiver receiver;
    private final DeadLetterQueue deadLetters;
    private final DefaultMQPushConsumer consumer;
    private final AtomicInteger inWork = new AtomicInteger();
    private volatile boolean closed;

    RocketSession(
            RocketConfig config,
            MessagingConfig messaging,
            Supervisor supervisor,
            Receiver receiver,
            DeadLetterQueue deadLetters)
            throws MQClientException {
        this.config = config;
        this.messaging = messaging;
        this.supervisor = supervisor;
        this.receiver = receiver;
        this.deadLetters = deadLetters;
        this.consumer = new DefaultMQPushConsumer(config.group());
        consumer.setNamesrvAddr(config.namesrv());
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        consumer.setConsumeThreadMin(config.threads());
        consumer.setConsumeThreadMax(config.threads());
        consumer.setConsumeMessageBatchMaxSize(1);
        // it is this service that gives a message up, not the client
        consumer.setMaxReconsumeTimes(Integer.MAX_VALUE);
        consumer.setPollNameServerInterval((int) config.timeout().toMillis());
        consumer.setHeartbeatBrokerInterval((int) config.timeout().toMillis());
        consumer.setPersistConsumerOffsetInterval((int) ASK_EVERY.toMillis());
        consumer.setMqClientApiTimeout((int) config.timeout().toMillis());
        consumer.setAwaitTerminationMillisWhenShutdown(messaging.farewell().toMillis());
        consumer.subscribe(messaging.commands(), EVERYTHING);
        consumer.registerMessageListener(this);
    }

    void run() throws Exception {
        consumer.start();
        int missed = 0;
        while (!supervisor.awaitStop(ASK_EVERY)) {
            if (isAnswered()) {
                missed = 0;
                supervisor.consuming();
            } else if (++missed >= MISSED) {
                throw new IllegalStateException("RocketMQ does not answer");
            } else {
                supervisor.silent();
            }
        }
    }

    /** A round trip to a broker that has the topic. */
    @SuppressWarnings("deprecation") // nothing else of the client tells whether a broker answers
    private boolean isAnswered() {
        try {
            List<MessageQueue> queues =
                    List.copyOf(consumer.fetchSubscribeMessageQueues(messaging.commands()));
            return !queues.isEmpty() && consumer.maxOffset(queues.get(0)) >= 0;
        } catch (MQClientException away) {
            Log.debugf("RocketMQ does not answer: %s", away.getErrorMessage());
            return false;
        }
    }

    @Override
    public ConsumeOrderlyStatus consumeMessage(List<MessageExt> messages, ConsumeOrderlyContext context) {
        inWork.incrementAndGet();
        try {
            for (MessageExt message : messages) {
                if (isEnding() || !receiver.receive(delivery(message), holder())) {
                    return ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT;
                }
            }
            return ConsumeOrderlyStatus.SUCCESS;
        } finally {
            inWork.decrementAndGet();
        }
    }

    private boolean isEnding() {
        return closed || supervisor.isStopping();
    }

    /** With the sender's own properties: those of RocketMQ could not be sent on with a dead letter. */
    private static Delivery delivery(MessageExt message) {
        Map<String, String> headers = new TreeMap<>(message.getProperties());
        headers.keySet().removeAll(MessageConst.STRING_HASH_SET);
        Origin origin =
                new Origin(RocketConfig.NAME, message.getTopic(), message.getQueueId(), message.getQueueOffset());
        byte[] body = message.getBody() == null ? new byte[0] : message.getBody();
        return new Delivery(origin, headers.get(Delivery.MESSAGE_ID), headers, body);
    }

    private Receiver.Holder holder() {
        return new Receiver.Holder() {

            @Override
            public boolean pause(Duration pause) {
                return !supervisor.awaitStop(pause) && !closed;
            }

            @Override
            public void publishDead(DeadCopy copy) throws Exception {
                deadLetters.publish(copy);
            }
        };
    }

    /** What is in work is finished first: its offset goes with the client's farewell. */
    @Override
    public void close() {
        closed = true;
        long end = System.nanoTime() + messaging.farewell().toNanos();
        while (inWork.get() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
        consumer.shutdown();
    }
}
