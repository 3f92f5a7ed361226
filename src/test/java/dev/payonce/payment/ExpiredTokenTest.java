package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.code;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.PaymentToken;
import dev.payonce.token.TokenId;
import dev.payonce.token.TokenSigner;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A token limits when a payment may start. */
@QuarkusTest
@WithStores
class ExpiredTokenTest {

    @Inject
    TokenSigner signer;

    @Test
    void aTokenPastItsLifeThatWasNeverUsedPaysNothing() {
        String order = anOrder();
        PaymentToken past = new PaymentToken(
                TokenId.random(),
                OrderId.fromString(order),
                new Money(1800, "USD"),
                Instant.now().minusSeconds(1));

        Response answer = pay(signer.sign(past, ALICE));

        assertThat(answer.statusCode(), is(410));
        assertThat(code(answer), equalTo("TOKEN_EXPIRED"));
        assertThat(orderStatus(order), equalTo("PENDING"));
        assertThat(Ledger.of(order).calls("charge"), is(empty()));
        pay(aToken(order)).then().statusCode(200);
    }
}
