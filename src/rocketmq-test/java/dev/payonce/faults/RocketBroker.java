package dev.payonce.faults;

import dev.payonce.testsupport.FreePort;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.testsupport.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.selector.SelectMessageQueueByHash;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.tools.admin.DefaultMQAdminExt;

/** A name server and a broker of RocketMQ, each in a process of its own, from Maven artifacts. */
final class RocketBroker implements Broker {

    private static final String VERSION = "5.3.3";
    private static final String GROUP = "payonce";
    private static final Duration START = Duration.ofSeconds(120);
    private static final int QUEUES = 4;

    private final Path directory =
            Path.of("target/brokers/rocketmq-" + UUID.randomUUID()).toAbsolutePath();
    private final int namesrvPort = FreePort.any();
    private final int brokerPort = FreePort.any();
    private final BrokerProcess namesrv;
    private final BrokerProcess server;
    private final DefaultMQAdminExt admin = new DefaultMQAdminExt(2000);

    private RocketBroker() {
        Path namesrvSettings =
                BrokerProcess.write(directory.resolve("namesrv.conf"), "listenPort=" + namesrvPort + "\n");
        Path settings = BrokerProcess.write(
                directory.resolve("broker.conf"),
                """
                brokerClusterName=test
                brokerName=one
                brokerId=0
                brokerIP1=127.0.0.1
                listenPort=%d
                namesrvAddr=127.0.0.1:%d
                storePathRootDir=%s
                storePathCommitLog=%s/commitlog
                mappedFileSizeCommitLog=33554432
                mappedFileSizeConsumeQueue=300000
                autoCreateTopicEnable=true
                flushDiskType=ASYNC_FLUSH
                registerNameServerPeriod=2000
                diskMaxUsedSpaceRatio=99
                """
                        .formatted(brokerPort, namesrvPort, directory.resolve("store"), directory.resolve("store")));
        namesrv = java("namesrv", "namesrv.NamesrvStartup", namesrvSettings, "-Xmx512m");
        server = java("broker", "broker.BrokerStartup", settings, "-Xmx1g");
    }

    /** As the artifact's own scripts do, as far as it is needed on Java 17. */
    private BrokerProcess java(String artifact, String main, Path settings, String heap) {
        return BrokerProcess.java(
                directory.resolve(artifact + ".log"),
                BrokerProcess.classPath("org.apache.rocketmq:rocketmq-" + artifact + ":" + VERSION),
                List.of(
                        heap,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:MaxDirectMemorySize=256m",
                        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
                        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                        "-Duser.home=" + directory,
                        "org.apache.rocketmq." + main,
                        "-c",
                        settings.toString()),
                Map.of("ROCKETMQ_HOME", directory.toString()));
    }

    static RocketBroker start() {
        RocketBroker broker = new RocketBroker();
        broker.namesrv.start();
        broker.startAdmin();
        broker.server.startUntil(START, broker::isReady);
        return broker;
    }

    private void startAdmin() {
        admin.setNamesrvAddr(namesrvAddress());
        admin.setAdminExtGroup("tests-admin");
        try {
            admin.start();
        } catch (MQClientException e) {
            throw new IllegalStateException(e);
        }
    }

    private String namesrvAddress() {
        return "127.0.0.1:" + namesrvPort;
    }

    private String brokerAddress() {
        return "127.0.0.1:" + brokerPort;
    }

    private boolean isReady() {
        try {
            return !admin.examineBrokerClusterInfo().getBrokerAddrTable().isEmpty();
        } catch (Exception notYet) {
            return false;
        }
    }

    @Override
    public String name() {
        return "rocketmq";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "payonce.messaging.rocketmq.enabled", "true", "payonce.messaging.rocketmq.namesrv", namesrvAddress());
    }

    @Override
    public Map<String, String> unreachable() {
        return Map.of("payonce.messaging.rocketmq.namesrv", "127.0.0.1:1");
    }

    @Override
    public void create(String topic) {
        TopicConfig config = new TopicConfig(topic);
        config.setReadQueueNums(QUEUES);
        config.setWriteQueueNums(QUEUES);
        Poll.until(START, () -> {
            try {
                admin.createAndUpdateTopicConfig(brokerAddress(), config);
                return admin.examineTopicRouteInfo(topic) != null;
            } catch (Exception notYet) {
                return false;
            }
        });
    }

    @Override
    public void send(String topic, List<Sent> messages) {
        DefaultMQProducer producer = new DefaultMQProducer("tests-" + UUID.randomUUID());
        producer.setNamesrvAddr(namesrvAddress());
        producer.setSendMsgTimeout(10_000);
        try {
            producer.start();
            for (Sent message : messages) {
                // an empty body is refused
                String body = message.body().isEmpty() ? " " : message.body();
                Message sent = new Message(topic, body.getBytes(UTF_8));
                if (message.id() != null) {
                    sent.putUserProperty("message_id", message.id());
                }
                producer.send(sent, new SelectMessageQueueByHash(), message.order());
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            producer.shutdown();
        }
    }

    @Override
    public long backlog(String topic) {
        try {
            return admin.examineConsumeStats(GROUP, topic).computeTotalDiff();
        } catch (Exception notYet) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public List<String> contents(String topic) {
        DefaultLitePullConsumer consumer = new DefaultLitePullConsumer("tests-" + UUID.randomUUID());
        consumer.setNamesrvAddr(namesrvAddress());
        consumer.setAutoCommit(false);
        consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
        try {
            consumer.start();
            Collection<MessageQueue> queues = consumer.fetchMessageQueues(topic);
            consumer.assign(queues);
            long all = count(queues);
            List<String> bodies = new ArrayList<>();
            Poll.until(START, () -> {
                consumer.poll(200).forEach(message -> bodies.add(new String(message.getBody(), UTF_8)));
                return bodies.size() >= all;
            });
            return bodies;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            consumer.shutdown();
        }
    }

    private long count(Collection<MessageQueue> queues) throws MQClientException {
        long count = 0;
        for (MessageQueue queue : queues) {
            count += admin.maxOffset(queue) - admin.minOffset(queue);
        }
        return count;
    }

    @Override
    public boolean rewind(String topic) {
        Poll.until(START, () -> {
            try {
                return !admin.resetOffsetByTimestampOld(GROUP, topic, 0, true).isEmpty();
            } catch (Exception notYet) {
                return false;
            }
        });
        return true;
    }

    @Override
    public void restart() {
        server.restartUntil(START, this::isReady);
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
        admin.shutdown();
        server.kill();
        namesrv.kill();
    }
}
