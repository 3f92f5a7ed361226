package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.givenBack;
import static dev.payonce.refund.RefundFixture.paid;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.refund.RefundFixture.refundedAmount;
import static dev.payonce.refund.RefundFixture.sumGivenBack;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Giving money back, as a merchant sees it. */
@QuarkusTest
@WithStores
class RefundJourneyTest {

    @Inject
    Database database;

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    @Test
    void aRefundIsGivenOnceAndARetryReplaysTheAnswer() {
        Paid paid = paid(10_000);
        String key = aKey();
        Map<String, ?> wish = Map.of("amount", 4000, "reason", "one lamp was broken");

        Response first = refund(paid, key, wish);
        Response again = refund(paid, key, wish);

        String id = first.path("id");
        first.then()
                .statusCode(201)
                .header("Location", endsWith("/refunds/" + id))
                .header("Idempotent-Replayed", nullValue())
                .body("status", equalTo("SUCCEEDED"))
                .body("amount", equalTo(4000))
                .body("reason", equalTo("one lamp was broken"))
                .body("restock", equalTo(false))
                .body("settledAt", notNullValue());
        again.then().statusCode(201).header("Idempotent-Replayed", "true");
        assertThat(again.asString(), equalTo(first.asString()));
        assertThat(asMerchant().get("/refunds/" + id).asString(), equalTo(first.asString()));
        assertThat(refundedAmount(paid), equalTo(4000L));
        assertThat(orderStatus(paid.order()), equalTo("PARTIALLY_REFUNDED"));
        assertThat(givenBack(paid), hasSize(1));
        assertThat(Ledger.of(paid.order()).calls("refund"), hasSize(1));
    }

    @Test
    void withoutAnAmountTheRestGoesBack() {
        Paid paid = paid(10_000);
        refund(paid, amount(2500)).then().statusCode(201);

        refund(paid, Map.of()).then().statusCode(201).body("amount", equalTo(7500));

        assertThat(orderStatus(paid.order()), equalTo("REFUNDED"));
        assertThat(refundedAmount(paid), equalTo(10_000L));
        assertThat(sumGivenBack(paid), equalTo(10_000L));
    }

    /** C71. */
    @Test
    void threeThirdsAndTheRestAreExactlyTheWhole() {
        Paid paid = paid(10_000);

        for (int third = 0; third < 3; third++) {
            refund(paid, amount(3333)).then().statusCode(201);
            assertThat(orderStatus(paid.order()), equalTo("PARTIALLY_REFUNDED"));
        }
        refund(paid, Map.of()).then().statusCode(201).body("amount", equalTo(1));

        assertThat(orderStatus(paid.order()), equalTo("REFUNDED"));
        assertThat(sumGivenBack(paid), equalTo(10_000L));
        refund(paid, amount(1)).then().statusCode(422).body("refundable", equalTo(0));
    }

    @Test
    void moreThanIsLeftIsRefusedForGood() {
        Paid paid = paid(10_000);
        refund(paid, amount(6000)).then().statusCode(201);
        String key = aKey();

        refund(paid, key, amount(4001))
                .then()
                .statusCode(422)
                .body("code", equalTo("REFUND_EXCEEDS_PAYMENT"))
                .body("refundable", equalTo(4000))
                .body("retryable", equalTo(false));
        refund(paid, amount(4000)).then().statusCode(201);

        refund(paid, key, amount(4001))
                .then()
                .statusCode(422)
                .header("Idempotent-Replayed", "true")
                .body("refundable", equalTo(4000));
        assertThat(sumGivenBack(paid), equalTo(10_000L));
    }

    /** C69. */
    @Test
    void oneKeyWithAnotherContentIsRefusedAndOnAnotherPaymentIndependent() {
        Paid paid = paid(10_000);
        Paid other = paid(10_000);
        String key = aKey();
        refund(paid, key, amount(1000)).then().statusCode(201);

        List<Map<String, ?>> contents = List.of(
                amount(1001),
                Map.of(),
                Map.of("amount", 1000, "reason", "another"),
                Map.of("amount", 1000, "restock", true));
        for (Map<String, ?> content : contents) {
            refund(paid, key, content).then().statusCode(422).body("code", equalTo("IDEMPOTENCY_KEY_REUSED"));
        }
        refund(other, key, amount(2000)).then().statusCode(201).header("Idempotent-Replayed", nullValue());

        assertThat(sumGivenBack(paid), equalTo(1000L));
        assertThat(sumGivenBack(other), equalTo(2000L));
    }

    /** C69: how it is written does not matter, nor whether the key is quoted. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\":1000,\"reason\":\"x\",\"restock\":false}",
                "{ \"reason\" : \"x\", \"amount\" : 1000 }",
                "{\"reason\":\"\\u0078\",\"amount\":1000,\"restock\":null}"
            })
    void theSameContentInAnotherSpellingIsReplayed(String spelling) {
        Paid paid = paid(10_000);
        String key = aKey();
        String id = refund(paid, key, Map.of("amount", 1000, "reason", "x")).path("id");

        asMerchant()
                .header("Idempotency-Key", "\"" + key + "\"")
                .body(spelling)
                .post("/payments/" + paid.payment() + "/refunds")
                .then()
                .statusCode(201)
                .header("Idempotent-Replayed", "true")
                .body("id", equalTo(id));
        assertThat(givenBack(paid), hasSize(1));
    }

    @Test
    void equalAmountsWithOtherKeysAreOtherRefunds() {
        Paid paid = paid(10_000);

        String one = refund(paid, amount(1000)).then().statusCode(201).extract().path("id");
        String other =
                refund(paid, amount(1000)).then().statusCode(201).extract().path("id");

        assertThat(other, not(equalTo(one)));
        assertThat(sumGivenBack(paid), equalTo(2000L));
    }

    @Test
    void aDeclineGivesTheReservedSumFreeAndIsFinalForItsKey() {
        Paid paid = paid(10_000);
        String key = aKey();
        Gateway.behave(Map.of("outcome", "decline"));

        Response declined = refund(paid, key, Map.of());
        Gateway.behaveWell();

        declined.then()
                .statusCode(402)
                .body("code", equalTo("REFUND_DECLINED"))
                .body("declineCode", equalTo("do_not_honor"));
        refund(paid, key, Map.of()).then().statusCode(402).header("Idempotent-Replayed", "true");
        String id = declined.path("refundId");
        asMerchant().get("/refunds/" + id).then().statusCode(200).body("status", equalTo("FAILED"));
        assertThat(orderStatus(paid.order()), equalTo("PAID"));
        refund(paid, Map.of()).then().statusCode(201).body("amount", equalTo(10_000));
        assertThat(sumGivenBack(paid), equalTo(10_000L));
    }

    @Test
    void aRefusalOfTheGatewayGivesTheReservedSumFree() {
        Paid paid = paid(10_000);
        String mistake = "update payment set gateway_reference = concat('x', gateway_reference) where order_id = ?";
        String remedy = "update payment set gateway_reference = substr(gateway_reference, 2) where order_id = ?";

        database.update(mistake, number(paid.order()));
        Response refused = refund(paid, Map.of());
        database.update(remedy, number(paid.order()));

        refused.then().statusCode(502).body("code", equalTo("GATEWAY_REFUSED")).body("retryable", equalTo(false));
        refund(paid, Map.of()).then().statusCode(201);
        assertThat(sumGivenBack(paid), equalTo(10_000L));
    }

    @Test
    void onlyAPaymentThatSucceededCanBeRefunded() {
        String order = anOrder();
        pay(aToken(order), "pm_declined").then().statusCode(402);
        long payment = database.number("select id from payment where order_id = ?", number(order));
        Paid declined = new Paid(order, new PaymentId(payment).toString());
        String key = aKey();

        refund(declined, key, Map.of()).then().statusCode(409).body("code", equalTo("PAYMENT_NOT_REFUNDABLE"));
        refund(declined, key, Map.of()).then().statusCode(409).header("Idempotent-Replayed", "true");

        assertThat(Ledger.of(order).calls("refund"), empty());
    }

    @Test
    void theGoodsAreBackOnlyWithTheLastOfTheMoney() {
        Paid paid = paid(10_000);
        String key = aKey();
        Map<String, ?> early = Map.of("amount", 6000, "restock", true);

        refund(paid, key, early).then().statusCode(400).body("violations.field", contains("restock"));
        refund(paid, amount(4000)).then().statusCode(201);

        refund(paid, key, early)
                .then()
                .statusCode(201)
                .header("Idempotent-Replayed", nullValue())
                .body("restock", equalTo(true));
        assertThat(orderStatus(paid.order()), equalTo("REFUNDED"));
    }

    @Test
    void aKeyIsNeeded() {
        Paid paid = paid(10_000);
        String path = "/payments/" + paid.payment() + "/refunds";

        asMerchant().body(Map.of()).post(path).then().statusCode(400).body("code", equalTo("IDEMPOTENCY_KEY_MISSING"));
        asMerchant()
                .header("Idempotency-Key", "k".repeat(256))
                .body(Map.of())
                .post(path)
                .then()
                .statusCode(400)
                .body("violations.field", contains("Idempotency-Key"));
        assertThat(Ledger.of(paid.order()).calls("refund"), empty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"amount\": 0}",
                "{\"amount\": -1}",
                "{\"amount\": 1000000000000}",
                "{\"amount\": 10.0}",
                "{\"amount\": \"10\"}",
                "{\"reason\": \"\"}",
                "{\"reason\": \"a\\u0000b\"}",
                "{\"restock\": \"yes\"}",
                "{\"restock\": 1}",
                "{\"currency\": \"USD\"}",
                "[]",
                "null",
                ""
            })
    void whatIsNotAWishIsRefusedAndItsKeyStaysFree(String body) {
        Paid paid = paid(10_000);
        String key = aKey();

        asMerchant()
                .header("Idempotency-Key", key)
                .body(body)
                .post("/payments/" + paid.payment() + "/refunds")
                .then()
                .statusCode(400);

        refund(paid, key, amount(10)).then().statusCode(201).header("Idempotent-Replayed", nullValue());
    }

    @Test
    void onlyMerchantsRefundAndOnlyWhatIsThere() {
        Paid paid = paid(10_000);
        String path = "/payments/" + paid.payment() + "/refunds";

        as(Shop.ALICE)
                .header("Idempotency-Key", aKey())
                .body(Map.of())
                .post(path)
                .then()
                .statusCode(403);
        asOperator()
                .header("Idempotency-Key", aKey())
                .body(Map.of())
                .post(path)
                .then()
                .statusCode(403);
        Response absent = refund(new Paid(null, "pay_0000000000000"), Map.of());
        Response malformed = refund(new Paid(null, "pay_x"), Map.of());

        assertThat(absent.statusCode(), equalTo(404));
        assertThat(malformed.statusCode(), equalTo(404));
        assertThat(malformed.<String>path("detail"), equalTo(absent.path("detail")));
    }

    @Test
    void refundsAreReadByTheOwnerAndByNobodyElse() {
        Paid paid = paid(10_000);
        String id = refund(paid, amount(1000)).path("id");
        String list = "/payments/" + paid.payment() + "/refunds";

        as(Shop.ALICE).get("/refunds/" + id).then().statusCode(200).body("id", equalTo(id));
        asOperator().get("/refunds/" + id).then().statusCode(200);
        as(Shop.ALICE).get(list).then().statusCode(200).body("items.id", contains(id));
        Response foreign = as(Shop.BOB).get("/refunds/" + id);
        Response absent = as(Shop.BOB).get("/refunds/ref_0000000000000");

        assertThat(foreign.statusCode(), equalTo(404));
        assertThat(foreign.<String>path("detail"), equalTo(absent.path("detail")));
        as(Shop.BOB).get(list).then().statusCode(404);
        as(Shop.ALICE).get("/refunds/ref_x").then().statusCode(404);
    }

    @Test
    void theListIsPagedNewestFirstAndLeavesOutWhatNeverWas() {
        Paid paid = paid(10_000);
        List<String> ids = IntStream.range(0, 3)
                .mapToObj(i -> refund(paid, amount(1000)).<String>path("id"))
                .toList();
        refund(paid, amount(9000)).then().statusCode(422);
        String list = "/payments/" + paid.payment() + "/refunds";

        Response first = asMerchant().queryParam("limit", 2).get(list);
        String next = first.path("next");
        Response second =
                asMerchant().queryParam("limit", 2).queryParam("after", next).get(list);

        first.then().body("items.id", contains(ids.get(2), ids.get(1)));
        second.then().body("items.id", contains(ids.get(0))).body("next", nullValue());
        asMerchant().queryParam("after", "x").get(list).then().statusCode(400);
    }

    @Test
    void eachEndIsToldOnceAndKeptInTheHistory() {
        Paid paid = paid(10_000);
        String key = aKey();
        refund(paid, key, amount(6000)).then().statusCode(201);
        refund(paid, key, amount(6000)).then().statusCode(201);
        Gateway.behave(Map.of("outcome", "decline"));
        refund(paid, amount(1000)).then().statusCode(402);
        Gateway.behaveWell();
        refund(paid, Map.of()).then().statusCode(201);

        assertThat(events(paid, "refund.succeeded"), equalTo(2L));
        assertThat(events(paid, "refund.failed"), equalTo(1L));
        asMerchant()
                .get("/orders/" + paid.order() + "/history")
                .then()
                .body("items.to", contains("PENDING", "PROCESSING", "PAID", "PARTIALLY_REFUNDED", "REFUNDED"))
                .body("items.actor", contains("shop", "alice", "alice", "shop", "shop"));
    }

    private long events(Paid paid, String type) {
        return database.number(
                "select count(*) from outbox_event where order_id = ? and type = ?", number(paid.order()), type);
    }

    private static long number(String order) {
        return OrderId.parse(order).orElseThrow().value();
    }
}
