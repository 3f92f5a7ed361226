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

import dev.payonce.testsupport.ExpiredToken;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.Claim;
import dev.payonce.token.Consumption;
import dev.payonce.token.PaymentToken;
import dev.payonce.token.TokenSigner;
import dev.payonce.token.TokenStore;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A token limits when a payment may start. */
@QuarkusTest
@WithStores
class ExpiredTokenTest {

    @Inject
    TokenSigner signer;

    @Inject
    TokenStore tokens;

    @Inject
    RedisDataSource redis;

    @Test
    void aTokenPastItsLifeThatWasNeverUsedPaysNothing() {
        String order = anOrder();
        PaymentToken past = ExpiredToken.of(order);

        Response answer = pay(signer.sign(past, ALICE));

        assertThat(answer.statusCode(), is(410));
        assertThat(code(answer), equalTo("TOKEN_EXPIRED"));
        assertThat(orderStatus(order), equalTo("PENDING"));
        assertThat(Ledger.of(order).calls("charge"), is(empty()));
        pay(aToken(order)).then().statusCode(200);
    }

    /** It was refused while Redis was away, and then Redis brings back the claim of one that had come in time, and died. */
    @Test
    void aTokenThatWasRefusedAsExpiredNeverPays() {
        String order = anOrder();
        PaymentToken past = ExpiredToken.of(order);
        String token = signer.sign(past, ALICE);
        pay(token).then().statusCode(410);

        redis.value(String.class).set("payonce:{" + past.id() + "}:token", order);
        redis.key().pexpire("payonce:{" + past.id() + "}:token", 60_000);
        Claim over = Attempt.of(past, ALICE, "pm_ok").claim(Duration.ZERO);
        Consumption consumption = tokens.consume(past.id(), over).await().indefinitely();
        Response answer = pay(token);

        assertThat(consumption.kind(), equalTo(Consumption.Kind.GRANTED));
        assertThat(answer.statusCode(), is(410));
        assertThat(answer.header("Idempotent-Replayed"), equalTo("true"));
        assertThat(Ledger.of(order).calls("charge"), is(empty()));
    }
}
