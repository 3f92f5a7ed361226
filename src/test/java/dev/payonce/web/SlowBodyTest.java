package dev.payonce.web;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.pay;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** C77: callers that send their bodies slowly hold up nobody but themselves. */
@QuarkusTest
@WithStores
class SlowBodyTest {

    /** More than there are worker threads. */
    private static final int CALLERS = 300;

    private static final int END_OF_STREAM = -1;

    @TestHTTPResource
    URI service;

    private final List<Socket> slow = new ArrayList<>();

    @AfterEach
    void hangUp() throws IOException {
        for (Socket socket : slow) {
            socket.close();
        }
    }

    @Test
    void manySlowCallersDoNotKeepAPaymentFromItsEndAndAreCutOff() throws IOException {
        for (int caller = 0; caller < CALLERS; caller++) {
            slow.add(beginsABody(caller % 2 == 0 ? "/orders" : "/pay"));
        }

        int paid = pay(aToken(anOrder())).statusCode();
        int end = slow.get(0).getInputStream().read();

        assertThat(paid, is(200));
        assertThat(end, is(END_OF_STREAM));
    }

    private Socket beginsABody(String path) throws IOException {
        Socket socket = new Socket(service.getHost(), service.getPort());
        socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
        String request = "POST " + path + " HTTP/1.1\r\nHost: payonce\r\nAuthorization: Bearer "
                + ValidCall.token(Role.MERCHANT)
                + "\r\nContent-Type: application/json\r\nContent-Length: 40000\r\n\r\n{" + " ".repeat(20_000);
        socket.getOutputStream().write(request.getBytes(US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }
}
