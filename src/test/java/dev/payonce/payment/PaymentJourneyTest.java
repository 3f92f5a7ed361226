package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The walk from a token to a paid order, as a client sees it. */
@QuarkusTest
@WithStores
class PaymentJourneyTest {

    @Test
    void anOrderIsPaidOnceAndARetryReplaysTheAnswer() {
        String order = anOrder();
        String token = aToken(order);

        var first = pay(token)
                .then()
                .statusCode(200)
                .header("Idempotent-Replayed", nullValue())
                .extract();
        var again = pay(token)
                .then()
                .statusCode(200)
                .header("Idempotent-Replayed", "true")
                .extract();

        assertThat(again.asString(), equalTo(first.asString()));
        assertThat(first.path("status"), equalTo("SUCCEEDED"));
        assertThat(first.path("orderStatus"), equalTo("PAID"));
        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(Ledger.of(order).approved(), hasSize(1));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
    }

    @Test
    void aDeclineIsFinalForItsTokenAndANewTokenPays() {
        String order = anOrder();
        String declined = aToken(order);

        pay(declined, "pm_declined").then().statusCode(402).body("declineCode", equalTo("do_not_honor"));
        pay(declined, "pm_declined")
                .then()
                .statusCode(402)
                .header("Idempotent-Replayed", "true")
                .body("code", equalTo("PAYMENT_DECLINED"));
        assertThat(orderStatus(order), equalTo("PAYMENT_FAILED"));
        pay(aToken(order)).then().statusCode(200);

        assertThat(Ledger.of(order).approved(), hasSize(1));
        assertThat(Ledger.of(order).calls("charge"), hasSize(2));
    }

    @Test
    void anUnknownPaymentMethodIsRefusedAndTheOrderStaysPayable() {
        String order = anOrder();

        pay(aToken(order), "pm_unheard_of").then().statusCode(502).body("code", equalTo("GATEWAY_REFUSED"));
        pay(aToken(order)).then().statusCode(200);

        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void aLostAnswerIsAcceptedAndNeverSentAgainByARepeat() {
        String order = anOrder();
        String token = aToken(order);

        pay(token, "pm_charge_then_cut")
                .then()
                .statusCode(202)
                .header("Location", notNullValue())
                .header("Retry-After", notNullValue())
                .body("status", equalTo("PROCESSING"));
        pay(token, "pm_charge_then_cut").then().statusCode(202).body("status", equalTo("PROCESSING"));

        assertThat(orderStatus(order), equalTo("PROCESSING"));
        assertThat(Ledger.of(order).calls("charge"), hasSize(1));
        as(Shop.ALICE)
                .body(Map.of("orderId", order))
                .post("/tokens")
                .then()
                .statusCode(409)
                .body("orderStatus", equalTo("PROCESSING"));
    }

    /** C15. */
    @Test
    void aTokenOfAnAmendedOrderChargesNothing() {
        String order = anOrder();
        String token = aToken(order);
        String etag = asMerchant().get("/orders/" + order).header("ETag");
        asMerchant()
                .header("If-Match", etag)
                .body(Map.of("amount", 1000))
                .patch("/orders/" + order)
                .then()
                .statusCode(200);

        pay(token).then().statusCode(409).body("code", equalTo("ORDER_CHANGED"));
        pay(aToken(order)).then().statusCode(200).body("amount", equalTo(1000));

        assertThat(Ledger.of(order).approved(), hasSize(1));
        assertThat(Ledger.of(order).approved().get(0).get("amount"), equalTo(1000));
    }

    @Test
    void whatBelongsToSomethingElseDoesNotBurnTheToken() {
        String order = anOrder();
        String token = aToken(order);
        Map<String, Object> body = Map.of("token", token, "paymentMethod", "pm_ok");

        payAs(Shop.BOB, body).then().statusCode(400).body("code", equalTo("TOKEN_INVALID"));
        payWith(token, "amount", 1).then().statusCode(422).body("code", equalTo("TOKEN_MISMATCH"));
        payWith(token, "currency", "EUR").then().statusCode(422).body("code", equalTo("TOKEN_MISMATCH"));
        payWith(token, "orderId", anOrder()).then().statusCode(422).body("code", equalTo("TOKEN_MISMATCH"));
        as(Shop.ALICE).body("{").post("/pay").then().statusCode(400);
        assertThat(Ledger.of(order).calls("charge"), hasSize(0));

        payWith(token, "orderId", order).then().statusCode(200);
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void theSameTokenWithAnotherPaymentMethodIsRefused() {
        String order = anOrder();
        String token = aToken(order);
        pay(token).then().statusCode(200);

        pay(token, "pm_declined").then().statusCode(422).body("code", equalTo("TOKEN_REUSED"));
        pay(token).then().statusCode(200).header("Idempotent-Replayed", "true");
    }

    /** C73: whole yen, cents and fils, the same everywhere; a code in lower case is none. */
    @ParameterizedTest
    @CsvSource({"705, JPY", "1999, USD", "12345, KWD", "999999999999, USD"})
    void amountsReachTheGatewayInMinorUnitsUnchanged(long amount, String currency) {
        String order = anOrder(Shop.ALICE, amount, currency);

        pay(aToken(order)).then().statusCode(200);

        Map<String, Object> charge = Ledger.of(order).approved().get(0);
        assertThat(((Number) charge.get("amount")).longValue(), equalTo(amount));
        assertThat(charge.get("currency"), equalTo(currency));
        String another = aToken(anOrder(Shop.ALICE, amount, currency));
        payWith(another, "currency", currency.toLowerCase(Locale.ROOT)).then().statusCode(400);
        payWith(another, "currency", currency).then().statusCode(200);
    }

    private static io.restassured.response.Response payWith(String token, String field, Object value) {
        return payAs(Shop.ALICE, Map.of("token", token, "paymentMethod", "pm_ok", field, value));
    }
}
