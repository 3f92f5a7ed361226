package dev.payonce.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.events.OutgoingEvent;
import dev.payonce.store.Work;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.apache.rocketmq.remoting.netty.NettySystemConfig;

/**
 * Takes commands from RocketMQ, queue by queue in order, and tells it what happened, all events of one order by one queue.
 * Messages of one order are to be sent with its id as sharding key.
 */
@ApplicationScoped
class RocketBinding implements BrokerBinding {

    static {
        // The client would give up its connection with each call that is not answered in time. A broker that hung counts every one
        // of them as a consumer of its own, for two minutes, and deals queues out to them.
        System.setProperty(NettySystemConfig.COM_ROCKETMQ_REMOTING_CLIENT_CLOSE_SOCKET_IF_TIMEOUT, "false");
    }

    private final RocketConfig config;
    private final MessagingConfig messaging;
    private final RocketSender sender;
    private final Receiver receiver;

    RocketBinding(RocketConfig config, MessagingConfig messaging, RocketSender sender, Receiver receiver) {
        this.config = config;
        this.messaging = messaging;
        this.sender = sender;
        this.receiver = receiver;
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
    public void consume(Supervisor supervisor) throws Exception {
        try (RocketSession session = new RocketSession(config, messaging, supervisor, receiver, this::publishDead)) {
            session.run();
        }
    }

    private void publishDead(DeadCopy copy) throws Exception {
        String key = String.valueOf(copy.messageId());
        sender.send(messaging.deadLetters(), null, key, copy.headers(), copy.body());
    }

    @Override
    public Uni<Void> publish(OutgoingEvent event) {
        Map<String, String> headers = Map.of(Delivery.MESSAGE_ID, event.id().toString());
        byte[] body = event.json().getBytes(UTF_8);
        return Work.onWorker(() -> {
            try {
                sender.send(messaging.events(), event.type(), event.order().toString(), headers, body);
                return null;
            } catch (Exception away) {
                throw new CompletionException(away);
            }
        });
    }
}
