package dev.payonce.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import io.vertx.mutiny.core.Vertx;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** As whom the service calls its gateway. */
class GatewayAuthorizationTest {

    private static final int PATIENCE_MILLIS = 10_000;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        vertx.closeAndAwait();
    }

    @Test
    void eachCallCarriesWhatTheSettingSays() throws Exception {
        List<String> head = headOfACall(Map.of("payonce.gateway.authorization", "Bearer of-the-shop"));

        assertThat(head, hasItem("Authorization: Bearer of-the-shop"));
    }

    @Test
    void withoutTheSettingNoneDoes() throws Exception {
        assertThat(headOfACall(Map.of()), not(hasItem(startsWith("Authorization:"))));
    }

    private List<String> headOfACall(Map<String, String> settings) throws Exception {
        try (ServerSocket gateway = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            gateway.setSoTimeout(PATIENCE_MILLIS);
            var call = GatewayClients.of(vertx, gateway, settings)
                    .charge(new Charge(PaymentId.next(), OrderId.next(), new Money(1800, "USD"), "pm_ok"))
                    .subscribeAsCompletionStage();
            try (Socket connection = gateway.accept()) {
                connection.setSoTimeout(PATIENCE_MILLIS);
                BufferedReader request =
                        new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
                return request.lines().takeWhile(line -> !line.isEmpty()).toList();
            } finally {
                call.cancel(true);
            }
        }
    }
}
