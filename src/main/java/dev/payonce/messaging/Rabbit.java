package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.ShutdownSignalException;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Connections to RabbitMQ, and what is declared there. The client's own recovery is off: it brings back connections but
 * not a consumer whose channel or queue the broker has taken away, and it does not say so.
 */
@ApplicationScoped
class Rabbit {

    static final String NAME = "rabbitmq";

    private static final int PERSISTENT = 2;
    private static final int NOT_FOUND = 404;

    /** The protocol's: an id, and the name of a header, are preceded by their length in one byte. */
    private static final int MAX_NAME_BYTES = 255;

    private final ConnectionFactory factory = new ConnectionFactory();
    private final RabbitConfig config;

    Rabbit(
            RabbitConfig config,
            @ConfigProperty(name = "rabbitmq-host", defaultValue = "localhost") String host,
            @ConfigProperty(name = "rabbitmq-port", defaultValue = "5672") int port,
            @ConfigProperty(name = "rabbitmq-ssl", defaultValue = "false") boolean ssl,
            @ConfigProperty(name = "rabbitmq-username", defaultValue = "guest") String username,
            @ConfigProperty(name = "rabbitmq-password", defaultValue = "guest") String password,
            @ConfigProperty(name = "rabbitmq-virtual-host", defaultValue = "/") String virtualHost)
            throws GeneralSecurityException {
        this.config = config;
        factory.setHost(host);
        factory.setPort(port);
        factory.setUsername(username);
        factory.setPassword(password);
        factory.setVirtualHost(virtualHost);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        factory.setRequestedHeartbeat((int) config.heartbeat().toSeconds());
        factory.setConnectionTimeout((int) config.timeout().toMillis());
        factory.setHandshakeTimeout((int) config.timeout().toMillis());
        factory.setChannelRpcTimeout((int) config.timeout().toMillis());
        factory.setMaxInboundMessageBodySize(config.maxMessageBytes());
        if (ssl) {
            useTls();
        }
    }

    /** With the JVM's own trust store, and the host's name checked. */
    private void useTls() throws GeneralSecurityException {
        factory.useSslProtocol(javax.net.ssl.SSLContext.getDefault());
        factory.enableHostnameVerification();
    }

    Connection connect(String purpose) throws IOException, TimeoutException {
        return factory.newConnection("payonce " + purpose);
    }

    /** Declares a durable queue, unless there is one by this name already, however it was declared. */
    static void ensureQueue(Connection connection, String name, Map<String, Object> arguments)
            throws IOException, TimeoutException {
        if (isThere(connection, name)) {
            return;
        }
        try (Channel channel = connection.createChannel()) {
            channel.queueDeclare(name, true, false, false, arguments);
        }
    }

    private static boolean isThere(Connection connection, String name) throws IOException, TimeoutException {
        Channel channel = connection.createChannel();
        try {
            channel.queueDeclarePassive(name);
            channel.close();
            return true;
        } catch (IOException answer) {
            if (isNotFound(answer)) {
                return false;
            }
            throw answer;
        }
    }

    /** The broker has closed the channel and says so in the cause. */
    private static boolean isNotFound(IOException answer) {
        return answer.getCause() instanceof ShutdownSignalException closed
                && closed.getReason() instanceof com.rabbitmq.client.AMQP.Channel.Close close
                && close.getReplyCode() == NOT_FOUND;
    }

    /** Puts a persistent message into a queue and returns when the broker has it. On a channel of its own: it is seldom. */
    void put(Connection connection, String queue, DeadCopy copy)
            throws IOException, TimeoutException, InterruptedException {
        ensureQueue(connection, queue, Map.of());
        try (Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            channel.basicPublish("", queue, true, persistent(copy.messageId(), copy.headers()), copy.body());
            channel.waitForConfirmsOrDie(config.timeout().toMillis());
        }
    }

    /** What AMQP has no room for is left out: the client would refuse the message. */
    static BasicProperties persistent(String messageId, Map<String, String> headers) {
        Map<String, Object> carried = new HashMap<>(headers);
        carried.keySet().removeIf(name -> !fits(name));
        return new BasicProperties.Builder()
                .messageId(messageId != null && fits(messageId) ? messageId : null)
                .contentType("application/json")
                .deliveryMode(PERSISTENT)
                .headers(carried)
                .build();
    }

    private static boolean fits(String name) {
        return name.getBytes(UTF_8).length <= MAX_NAME_BYTES;
    }
}
