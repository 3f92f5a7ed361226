package dev.payonce.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.payonce.testsupport.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** Debian's RabbitMQ on ports and in a directory of its own; needs the package {@code rabbitmq-server}. */
final class RabbitBroker implements Broker {

    /** Its least useful value: what is in work for longer is taken back, and the channel closed. */
    static final Duration ACKNOWLEDGE_WITHIN = Duration.ofSeconds(4);

    private static final Path PROGRAMS = Path.of("/usr/lib/rabbitmq/bin");
    private static final Duration START = Duration.ofSeconds(60);

    private final Path directory =
            Path.of("target/brokers/rabbit-" + UUID.randomUUID()).toAbsolutePath();
    private final int port = FreePort.any();
    private final int distributionPort = FreePort.any();
    private final int epmdPort = FreePort.any();
    private final BrokerProcess epmd;
    private final BrokerProcess server;

    private RabbitBroker() {
        BrokerProcess.write(directory.resolve("rabbitmq.conf"), "listeners.tcp.1 = 127.0.0.1:" + port + "\n");
        BrokerProcess.write(
                directory.resolve("advanced.config"),
                "[{rabbit, [{channel_tick_interval, 1000}, {consumer_timeout, %d}]}].%n"
                        .formatted(ACKNOWLEDGE_WITHIN.toMillis()));
        BrokerProcess.write(directory.resolve("enabled_plugins"), "[].\n");
        epmd = process("epmd.log", "epmd", "-port", "" + epmdPort, "-address", "127.0.0.1");
        server = process("server.log", program("rabbitmq-server"));
    }

    static RabbitBroker start() {
        RabbitBroker broker = new RabbitBroker();
        // else the server would start one that outlives it
        broker.epmd.start();
        broker.server.startUntil(START, broker::isReady);
        return broker;
    }

    private boolean isReady() {
        try (Connection connection = connect()) {
            return connection.isOpen();
        } catch (Exception notYet) {
            return false;
        }
    }

    private static String program(String name) {
        return PROGRAMS.resolve(name).toString();
    }

    private BrokerProcess process(String log, String... command) {
        return BrokerProcess.of(
                directory.resolve(log),
                List.of(command),
                Map.ofEntries(
                        Map.entry("HOME", directory.toString()),
                        Map.entry("ERL_EPMD_PORT", "" + epmdPort),
                        Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                        Map.entry("RABBITMQ_NODENAME", "payonce" + port + "@localhost"),
                        Map.entry("RABBITMQ_DIST_PORT", "" + distributionPort),
                        Map.entry("RABBITMQ_MNESIA_BASE", file("mnesia")),
                        Map.entry("RABBITMQ_LOG_BASE", file("log")),
                        Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", file("enabled_plugins")),
                        Map.entry("RABBITMQ_CONFIG_FILE", file("rabbitmq.conf")),
                        Map.entry("RABBITMQ_ADVANCED_CONFIG_FILE", file("advanced.config"))));
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    /** An operator's command. */
    void closeAllConnections() {
        process("control.log", program("rabbitmqctl"), "close_all_connections", "test")
                .run();
    }

    @Override
    public String name() {
        return "rabbitmq";
    }

    @Override
    public Map<String, String> settings() {
        return Map.of(
                "payonce.messaging.rabbitmq.enabled",
                "true",
                "rabbitmq-host",
                "127.0.0.1",
                "rabbitmq-port",
                Integer.toString(port));
    }

    @Override
    public Map<String, String> unreachable() {
        return Map.of("rabbitmq-port", "1");
    }

    @Override
    public void create(String commands) {
        withChannel(channel ->
                channel.queueDeclare(commands, true, false, false, Map.of("x-single-active-consumer", true)));
    }

    boolean has(String queue) {
        try {
            withChannel(channel -> channel.queueDeclarePassive(queue));
            return true;
        } catch (IllegalStateException missing) {
            return false;
        }
    }

    void delete(String queue) {
        withChannel(channel -> channel.queueDelete(queue));
    }

    @Override
    public void send(String commands, List<Sent> messages) {
        withChannel(channel -> {
            channel.confirmSelect();
            for (Sent message : messages) {
                BasicProperties properties = new BasicProperties.Builder()
                        .deliveryMode(2)
                        .messageId(message.id())
                        .build();
                channel.basicPublish("", commands, properties, message.body().getBytes(UTF_8));
            }
            return channel.waitForConfirms(30_000);
        });
    }

    /** Asked of the server: a client is told of ready messages alone. */
    @Override
    public long backlog(String commands) {
        String list = "list-" + UUID.randomUUID() + ".log";
        process(list, program("rabbitmqctl"), "-q", "list_queues", "--no-table-headers", "name", "messages")
                .run();
        try (Stream<String> lines = Files.lines(directory.resolve(list))) {
            return lines.map(line -> line.split("\t"))
                    .filter(line -> line[0].equals(commands))
                    .mapToLong(line -> Long.parseLong(line[1]))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<String> contents(String queue) {
        return withChannel(channel -> {
            List<String> bodies = new ArrayList<>();
            for (GetResponse next = channel.basicGet(queue, true); next != null; next = channel.basicGet(queue, true)) {
                bodies.add(new String(next.getBody(), UTF_8));
            }
            return bodies;
        });
    }

    /** What is acknowledged is gone. */
    @Override
    public boolean rewind(String commands) {
        return false;
    }

    @Override
    public void restart() {
        server.restartUntil(START, this::isReady);
    }

    /** The work of a channel. */
    private interface Work<T> {
        T on(Channel channel) throws Exception;
    }

    private <T> T withChannel(Work<T> work) {
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            return work.on(channel);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Connection connect() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        factory.setAutomaticRecoveryEnabled(false);
        return factory.newConnection();
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
        server.kill();
        epmd.kill();
    }
}
