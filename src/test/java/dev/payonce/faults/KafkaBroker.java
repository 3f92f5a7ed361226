package dev.payonce.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.testsupport.FreePort;
import dev.payonce.testsupport.Poll;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A Kafka of one node, broker and controller in one process, from Maven artifacts. */
final class KafkaBroker implements Broker {

    private static final String ARTIFACT = "org.apache.kafka:kafka_2.13:4.1.1";
    private static final Duration START = Duration.ofSeconds(90);
    private static final String GROUP = "payonce";
    private static final int PARTITIONS = 4;

    private final Path directory =
            Path.of("target/brokers/kafka-" + UUID.randomUUID()).toAbsolutePath();
    private final int port = FreePort.any();
    private final int controllerPort = FreePort.any();
    private final BrokerProcess server;
    private final Admin admin = Admin.create(Map.of("bootstrap.servers", "127.0.0.1:" + port));

    private KafkaBroker() {
        Path settings = BrokerProcess.write(
                directory.resolve("server.properties"),
                """
                process.roles=broker,controller
                node.id=1
                controller.quorum.voters=1@127.0.0.1:%2$d
                listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
                advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
                controller.listener.names=CONTROLLER
                listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
                log.dirs=%3$s
                offsets.topic.replication.factor=1
                offsets.topic.num.partitions=4
                transaction.state.log.replication.factor=1
                transaction.state.log.min.isr=1
                group.initial.rebalance.delay.ms=0
                message.max.bytes=4000000
                """
                        .formatted(port, controllerPort, directory.resolve("data")));
        String classPath = BrokerProcess.classPath(ARTIFACT);
        BrokerProcess.java(
                        directory.resolve("format.log"),
                        classPath,
                        List.of(
                                "kafka.tools.StorageTool",
                                "format",
                                "-t",
                                Uuid.randomUuid().toString(),
                                "-c",
                                settings.toString()),
                        Map.of())
                .run();
        server = BrokerProcess.java(
                directory.resolve("server.log"),
                classPath,
                List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "kafka.Kafka", settings.toString()),
                Map.of());
    }

    static KafkaBroker start() {
        KafkaBroker broker = new KafkaBroker();
        broker.server.startUntil(START, broker::isReady);
        return broker;
    }

    private boolean isReady() {
        try {
            return !admin.describeCluster().nodes().get(3, TimeUnit.SECONDS).isEmpty();
        } catch (Exception notYet) {
            return false;
        }
    }

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("payonce.messaging.kafka.enabled", "true", "kafka.bootstrap.servers", "127.0.0.1:" + port);
    }

    @Override
    public Map<String, String> unreachable() {
        return Map.of("kafka.bootstrap.servers", "127.0.0.1:1");
    }

    @Override
    public void create(String topic) {
        try {
            admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new IllegalStateException(e);
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public void send(String topic, List<Sent> messages) {
        Map<String, Object> settings = Map.of("bootstrap.servers", "127.0.0.1:" + port, "max.request.size", 4_000_000);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            messages.forEach(message -> producer.send(record(topic, message)));
            producer.flush();
        }
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, Sent message) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic, message.order().getBytes(UTF_8), message.body().getBytes(UTF_8));
        if (message.id() != null) {
            record.headers().add("message_id", message.id().getBytes(UTF_8));
        }
        return record;
    }

    @Override
    public long backlog(String topic) {
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get();
            Map<TopicPartition, OffsetSpec> ends = forEach(topic, OffsetSpec.latest());
            return admin.listOffsets(ends).all().get().entrySet().stream()
                    .mapToLong(end -> end.getValue().offset() - offset(committed.get(end.getKey())))
                    .sum();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The same for each partition of a topic that {@link #create} has made. */
    private static <T> Map<TopicPartition, T> forEach(String topic, T value) {
        return IntStream.range(0, PARTITIONS)
                .boxed()
                .collect(Collectors.toMap(partition -> new TopicPartition(topic, partition), partition -> value));
    }

    private static long offset(OffsetAndMetadata committed) {
        return committed == null ? 0 : committed.offset();
    }

    @Override
    public List<String> contents(String topic) {
        Map<String, Object> settings = Map.of("bootstrap.servers", "127.0.0.1:" + port);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<String> bodies = new ArrayList<>();
            Poll.until(() -> {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(message -> bodies.add(new String(message.value(), UTF_8)));
                return partitions.stream().allMatch(partition -> consumer.position(partition) >= ends.get(partition));
            });
            return bodies;
        }
    }

    /** Refused while the group still has members: the dead ones are missed after a while. */
    @Override
    public boolean rewind(String topic) {
        Map<TopicPartition, OffsetAndMetadata> start = forEach(topic, new OffsetAndMetadata(0));
        Poll.until(Duration.ofSeconds(60), () -> {
            try {
                admin.alterConsumerGroupOffsets(GROUP, start).all().get();
                return true;
            } catch (ExecutionException notYet) {
                return false;
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        });
        return true;
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .collect(Collectors.toList());
    }

    @Override
    public void restart() {
        server.restartUntil(START, this::isReady);
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException(e);
    }

    @Override
    public void pause() {
        server.pause();
    }

    @Override
    public void resume() {
        server.resume();
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
        server.kill();
    }
}
