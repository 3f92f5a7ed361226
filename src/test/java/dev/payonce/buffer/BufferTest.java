package dev.payonce.buffer;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payLater;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code Prefer: respond-async}: accepted at once, brought to its end by whoever has time. */
@QuarkusTest
@WithStores
class BufferTest {

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    @Test
    void aPaymentForLaterIsAcceptedAtOnceAndEndsByItself() {
        String order = anOrder();
        String token = aToken(order);

        payLater(token, "pm_slow_2s")
                .then()
                .statusCode(202)
                .header("Preference-Applied", "respond-async")
                .header("Location", startsWith("/payments/pay_"))
                .body("status", equalTo("PROCESSING"))
                .body("orderStatus", equalTo("PROCESSING"));

        Poll.until(() -> orderStatus(order).equals("PAID"));
        pay(token, "pm_slow_2s")
                .then()
                .statusCode(200)
                .header("Idempotent-Replayed", "true")
                .header("Preference-Applied", nullValue());
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }
}
