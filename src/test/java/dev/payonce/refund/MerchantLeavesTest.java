package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.givenBack;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.refund.RefundFixture.refundedAmount;
import static dev.payonce.testsupport.Shop.bearer;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A merchant's connection is cut while the gateway works: the refund goes on to its end. */
@QuarkusTest
@WithStores
class MerchantLeavesTest {

    @TestHTTPResource
    URI service;

    @AfterEach
    void behaveWell() {
        Gateway.behaveWell();
    }

    @Test
    void whoLeavesWhileTheGatewayWorksFindsTheRefundDone() throws IOException {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("delayBeforeMillis", 1000));

        try (Socket connection = new Socket(service.getHost(), service.getPort())) {
            connection.getOutputStream().write(request(paid, key).getBytes(StandardCharsets.UTF_8));
            Poll.until(() -> !Ledger.of(paid.order()).calls("refund").isEmpty());
        }

        Poll.until(() -> refundedAmount(paid) == 4000);
        // recovery had nothing to do
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
        assertThat(Ledger.of(paid.order()).calls("find_refund"), hasSize(0));
        refund(paid, key, amount(4000)).then().statusCode(201).header("Idempotent-Replayed", "true");
        assertThat(givenBack(paid), hasSize(1));
    }

    private static String request(Paid paid, String key) {
        String body = "{\"amount\":4000}";
        return String.join(
                "\r\n",
                "POST /payments/" + paid.payment() + "/refunds HTTP/1.1",
                "Host: localhost",
                "Authorization: Bearer " + bearer("shop", "merchant"),
                "Content-Type: application/json",
                "Idempotency-Key: " + key,
                "Content-Length: " + body.length(),
                "",
                body);
    }
}
