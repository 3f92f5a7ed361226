package dev.payonce.messaging;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.payonce.events.OutgoingEvent;
import dev.payonce.testsupport.Poll;
import dev.payonce.value.EventId;
import dev.payonce.value.OrderId;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A broker that takes connections and then says nothing. */
class RabbitEventsTest {

    private static final int WAITING = 3;
    private static final int NO_MORE_MILLIS = 1500;

    @Test
    void aBrokerThatHangsHoldsUpOneThreadAndABoundedNumberOfEvents() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            RabbitEvents events = eventsTo(silent.getLocalPort());
            CompletableFuture<Void> first = events.send(event());
            silent.accept();
            List<CompletableFuture<Void>> waiting = IntStream.range(0, WAITING)
                    .mapToObj(i -> events.send(event()))
                    .toList();

            assertThrows(RejectedExecutionException.class, () -> events.send(event()));
            // as the outbox does when it has waited long enough
            waiting.forEach(one -> one.cancel(false));

            Poll.until(first::isCompletedExceptionally);
            silent.setSoTimeout(NO_MORE_MILLIS);
            assertThrows(SocketTimeoutException.class, silent::accept, "nobody waits for what was cancelled");
            CompletableFuture<Void> later = events.send(event());
            silent.accept();
            Poll.until(later::isCompletedExceptionally);
            assertThat(later.isCancelled(), is(false));
            events.stop();
        }
    }

    private static RabbitEvents eventsTo(int port) throws Exception {
        SmallRyeConfig settings = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(RabbitConfig.class)
                .withMapping(MessagingConfig.class)
                .withDefaultValue("payonce.messaging.rabbitmq.timeout", "300MS")
                .withDefaultValue("payonce.messaging.rabbitmq.events-waiting", Integer.toString(WAITING))
                .withValidateUnknown(false)
                .build();
        RabbitConfig config = settings.getConfigMapping(RabbitConfig.class);
        Rabbit rabbit = new Rabbit(config, "127.0.0.1", port, false, "guest", "guest", "/");
        return new RabbitEvents(rabbit, config, settings.getConfigMapping(MessagingConfig.class));
    }

    private static OutgoingEvent event() {
        return new OutgoingEvent(EventId.next(), OrderId.next(), "order.paid", Instant.now(), "{}");
    }
}
