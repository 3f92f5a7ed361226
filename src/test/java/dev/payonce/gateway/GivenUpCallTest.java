package dev.payonce.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import io.vertx.mutiny.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
            CompletableFuture<ChargeResult> result = GatewayClients.of(
                            vertx, gateway, Map.of("payonce.gateway.timeout", "300MS"))
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

    @Test
    void anAnswerWithoutEndIsCutOffAtTheLimitAndNotAtTheTimeOut() throws Exception {
        try (ServerSocket gateway = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            CompletableFuture<ChargeResult> result = GatewayClients.of(
                            vertx, gateway, Map.of("payonce.gateway.timeout", "1M"))
                    .charge(new Charge(PaymentId.next(), OrderId.next(), new Money(1800, "USD"), "pm_ok"))
                    .subscribeAsCompletionStage();
            try (Socket connection = gateway.accept()) {
                OutputStream answer = connection.getOutputStream();
                answer.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(US_ASCII));

                assertThrows(SocketException.class, () -> writeMuch(answer));

                assertThat(
                        result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS),
                        equalTo(ChargeResult.unknown("answer_too_long")));
            }
        }
    }

    /** As a process that is stopped while it connects: the kernel connects without it, and by then others may have given the call up. */
    @Test
    void aCallWhoseConnectionWasLongInComingIsNotMade() throws Exception {
        try (ServerSocket gateway = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            gateway.setSoTimeout((int) PATIENCE.toMillis());
            PaymentGateway client =
                    GatewayClients.of(vertx, gateway, Map.of("payonce.gateway.connect-timeout", "200MS"));
            CompletableFuture<ChargeResult> result = new CompletableFuture<>();
            vertx.getOrCreateContext().runOnContext(() -> {
                client.charge(new Charge(PaymentId.next(), OrderId.next(), new Money(1800, "USD"), "pm_ok"))
                        .subscribe()
                        .with(result::complete, result::completeExceptionally);
                LockSupport.parkNanos(Duration.ofMillis(600).toNanos());
            });

            assertThat(result.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).code(), equalTo("gateway_unreachable"));
            try (Socket connection = gateway.accept()) {
                connection.setSoTimeout(1000);

                assertThrows(SocketTimeoutException.class, () -> readToItsEnd(connection.getInputStream()));
            }
        }
    }

    /** Slowly, so that whoever has had enough can say so: a hundred times more than is read. */
    private static void writeMuch(OutputStream answer) throws IOException {
        byte[] chunk = ("1000\r\n" + "x".repeat(0x1000) + "\r\n").getBytes(US_ASCII);
        for (int i = 0; i < 1600; i++) {
            answer.write(chunk);
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
    }

    private static String readToItsEnd(InputStream received) throws Exception {
        return new String(received.readAllBytes(), StandardCharsets.UTF_8);
    }
}
