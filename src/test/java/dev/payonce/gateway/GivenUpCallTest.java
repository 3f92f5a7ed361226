package dev.payonce.gateway;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.mutiny.core.Vertx;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call whose answer is not waited for any longer. */
class GivenUpCallTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        vertx.closeAndAwait();
    }

    /**
     * An orderly close would have the kernel deliver what is still unsent, for minutes where the network is cut: after the
     * payment was closed as lost. A reset says that it has been dropped.
     */
    @Test
    void whatWasNotDeliveredIsDroppedAndNotDeliveredLater() throws Exception {
        try (ServerSocket gateway = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            CompletableFuture<ChargeResult> result = gatewayAt(gateway.getLocalPort())
                    .charge(new Charge(PaymentId.next(), OrderId.next(), new Money(1800, "USD"), "pm_ok"))
                    .subscribeAsCompletionStage();
            try (Socket connection = gateway.accept()) {
                connection.setSoTimeout((int) PATIENCE.toMillis());
                InputStream received = connection.getInputStream();

                SocketException end = assertThrows(SocketException.class, () -> readToItsEnd(received));

                assertThat(end.getMessage(), containsString("reset"));
            }
            assertThat(
                    result.get().verdict(),
                    equalTo(ChargeResult.unknown("timeout").verdict()));
        }
    }

    private static String readToItsEnd(InputStream received) throws Exception {
        return new String(received.readAllBytes(), StandardCharsets.UTF_8);
    }

    private PaymentGateway gatewayAt(int port) {
        GatewayConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(GatewayConfig.class)
                .withDefaultValue("payonce.gateway.url", "http://127.0.0.1:" + port)
                .withDefaultValue("payonce.gateway.timeout", "300MS")
                .withDefaultValue("payonce.gateway.webhook-secret", "whsec_not-used-here")
                .build()
                .getConfigMapping(GatewayConfig.class);
        return new HttpGateway(vertx, config, new ObjectMapper(), new SimpleMeterRegistry());
    }
}
