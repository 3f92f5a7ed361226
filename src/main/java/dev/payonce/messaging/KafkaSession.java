package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.quarkus.logging.Log;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;

/** One consumer of the group, on one thread: polls, has each message handled, and commits the offsets of those that are done. */
final class KafkaSession implements AutoCloseable, ConsumerRebalanceListener {

    private static final Duration POLL = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String topic;
    private final Supervisor supervisor;
    private final Receiver receiver;
    private final DeadLetterQueue deadLetters;
    private boolean waiting;

    /** Not committed yet. */
    private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();

    KafkaSession(
            KafkaConsumer<byte[], byte[]> consumer,
            String topic,
            Supervisor supervisor,
            Receiver receiver,
            DeadLetterQueue deadLetters) {
        this.consumer = consumer;
        this.topic = topic;
        this.supervisor = supervisor;
        this.receiver = receiver;
        this.deadLetters = deadLetters;
    }

    /** @param quiet for how long the broker may not have answered a heartbeat */
    void run(Duration quiet) {
        consumer.subscribe(List.of(topic), this);
        while (!supervisor.isStopping()) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
            if (isHeard(quiet)) {
                supervisor.consuming();
            } else {
                supervisor.silent();
            }
            handle(records);
            commit();
        }
    }

    /** A client whose broker is away goes on polling without a word: only the answers to its heartbeats tell. */
    private boolean isHeard(Duration quiet) {
        return consumer.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().name().equals("last-heartbeat-seconds-ago"))
                .map(metric -> (Number) metric.getValue().metricValue())
                .anyMatch(seconds -> seconds.doubleValue() >= 0 && seconds.doubleValue() < quiet.toSeconds());
    }

    private void handle(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            for (ConsumerRecord<byte[], byte[]> message : records.records(partition)) {
                if (supervisor.isStopping()
                        || !isOurs(partition)
                        || !receiver.receive(delivery(message), holder(partition))) {
                    break;
                }
                done.put(partition, new OffsetAndMetadata(message.offset() + 1));
            }
        }
    }

    /** Refused during a rebalance: then it is tried again, for what is still ours afterwards. */
    private void commit() {
        if (done.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(done);
            done.clear();
        } catch (CommitFailedException | RebalanceInProgressException notNow) {
            Log.debugf("Offsets are not committed yet: %s", notNow.getMessage());
        }
    }

    /** Whether what it has brought may be handled, and its offset committed. */
    private boolean isOurs(TopicPartition partition) {
        return consumer.assignment().contains(partition);
    }

    private static Delivery delivery(ConsumerRecord<byte[], byte[]> message) {
        Map<String, String> headers = new TreeMap<>();
        message.headers()
                .forEach(header ->
                        headers.put(header.key(), header.value() == null ? "" : new String(header.value(), UTF_8)));
        Origin origin = new Origin(KafkaClients.NAME, message.topic(), message.partition(), message.offset());
        byte[] body = message.value() == null ? new byte[0] : message.value();
        return new Delivery(origin, headers.get(Delivery.MESSAGE_ID), headers, body);
    }

    private Receiver.Holder holder(TopicPartition partition) {
        return new Receiver.Holder() {

            @Override
            public boolean pause(Duration pause) {
                return keepWaiting(partition, pause);
            }

            @Override
            public void publishDead(DeadCopy copy) throws Exception {
                deadLetters.publish(copy);
            }
        };
    }

    /** Polls without taking anything: whoever did not would be taken for dead, and lose its partitions. */
    private boolean keepWaiting(TopicPartition partition, Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        waiting = true;
        try {
            while (System.nanoTime() < end && isOurs(partition) && !supervisor.isStopping()) {
                consumer.pause(consumer.assignment());
                putBack(consumer.poll(POLL));
            }
        } finally {
            waiting = false;
            consumer.resume(consumer.assignment());
        }
        return isOurs(partition) && !supervisor.isStopping();
    }

    private void putBack(ConsumerRecords<byte[], byte[]> records) {
        records.partitions()
                .forEach(partition -> consumer.seek(
                        partition, records.records(partition).get(0).offset()));
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        if (waiting) {
            consumer.pause(partitions);
        }
    }

    /** Nothing is in work while the consumer polls, but for a message that is waited for, whose offset is not among these. */
    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        commit();
        done.keySet().removeAll(partitions);
    }

    /** Somebody else has them already, and finds in the inbox what is done. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        done.keySet().removeAll(partitions);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
