package dev.payonce.order;

import static dev.payonce.order.OrderFixture.goods;
import static dev.payonce.order.OrderFixture.items;
import static dev.payonce.order.OrderFixture.line;
import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A merchant changes an order that nobody else has changed meanwhile. */
@QuarkusTest
@WithStores
class OrderAmendmentTest {

    @Inject
    OrderStage stage;

    private static ValidatableResponse amend(String id, String ifMatch, String body) {
        return asMerchant()
                .header("If-Match", ifMatch)
                .body(body)
                .patch("/orders/" + id)
                .then();
    }

    @Test
    void anAmendmentGivesANewVersionAndAHistoryRow() {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        amend(id, "\"0\"", "{\"amount\": 250, \"description\": \"two\"}")
                .statusCode(200)
                .header("ETag", "\"1\"")
                .body("amount", equalTo(250))
                .body("description", equalTo("two"))
                .body("version", equalTo(1));

        as(alice).get("/orders/" + id).then().body("amount", equalTo(250)).header("ETag", "\"1\"");
        as(alice)
                .get("/orders/" + id + "/history")
                .then()
                .body("items.to", contains("PENDING", "PENDING"))
                .body("items[1].reason", equalTo("amended"))
                .body("items[1].actor", equalTo("shop"));
    }

    @Test
    void whatIsNotSentStaysAndNullTakesTheDescriptionAway() {
        String id = anOrder(someone(), 100, "USD");

        amend(id, "\"0\"", "{\"amount\": 250}").body("description", equalTo("a test"));
        amend(id, "\"1\"", "{\"description\": null}")
                .body("description", nullValue())
                .body("amount", equalTo(250));
    }

    @Test
    void anAmendmentThatChangesNothingKeepsTheVersion() {
        String id = anOrder(someone(), 100, "USD");

        amend(id, "\"0\"", "{\"amount\": 100}").statusCode(200).header("ETag", "\"0\"");
        amend(id, "\"0\"", "{\"amount\": 200}").statusCode(200).header("ETag", "\"1\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"0\"", "*", "\"5\", \"0\"", " \"0\" ,\"5\""})
    void aTagThatNamesTheOrderAmendsIt(String ifMatch) {
        amend(anOrder(someone(), 100, "USD"), ifMatch, "{\"amount\": 2}").statusCode(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "W/\"0\"", "\"\"", "\"00\""})
    void aTagThatDoesNotStronglyNameItAmendsNothing(String ifMatch) {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        amend(id, ifMatch, "{\"amount\": 2}").statusCode(412).body("code", equalTo("PRECONDITION_FAILED"));

        as(alice).get("/orders/" + id).then().body("amount", equalTo(100));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "\"0", "x", "\"0\" \"1\"", "*, \"0\""})
    void aMalformedConditionIsNamed(String ifMatch) {
        amend(anOrder(someone(), 100, "USD"), ifMatch, "{\"amount\": 2}")
                .statusCode(400)
                .body("violations.field", contains("If-Match"));
    }

    @Test
    void withoutAConditionNothingIsAmended() {
        String id = anOrder(someone(), 100, "USD");

        asMerchant()
                .body("{\"amount\": 2}")
                .patch("/orders/" + id)
                .then()
                .statusCode(428)
                .body("code", equalTo("PRECONDITION_REQUIRED"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "amount | {}",
                "amount | {\"amount\": null}",
                "amount | {\"amount\": 0}",
                "amount | {\"amount\": 1.0}",
                "amount | {\"amount\": 1000000000000}",
                "currency | {\"amount\": 1, \"currency\": \"JPY\"}",
                "status | {\"status\": \"PAID\"}",
                "description | {\"description\": \"\"}",
                "description | {\"description\": 5}",
            })
    void aWrongFieldIsNamed(String field, String body) {
        amend(anOrder(someone(), 100, "USD"), "\"0\"", body).statusCode(400).body("violations.field", contains(field));
    }

    @Test
    void anOrderOfGoodsKeepsItsSumButTakesADescription() {
        String tea = goods(100, "USD");
        String id = as(someone()).body(items(line(tea, 1))).post("/orders").path("id");

        amend(id, "\"0\"", "{\"amount\": 1}").statusCode(422).body("code", equalTo("AMOUNT_FROM_ITEMS"));
        amend(id, "\"0\"", "{\"description\": \"gift\"}").statusCode(200).body("amount", equalTo(100));
    }

    @Test
    void whatCannotBePaidCannotBeAmended() {
        String inPayment = anOrder(someone(), 100, "USD");
        stage.startPayment(inPayment);
        String paid = anOrder(someone(), 100, "USD");
        stage.pay(paid);
        String pastEnd = anOrder(someone(), 100, "USD");
        stage.passEnd(pastEnd);

        amend(inPayment, "\"1\"", "{\"amount\": 1}").statusCode(409).body("orderStatus", equalTo("PROCESSING"));
        amend(paid, "\"0\"", "{\"amount\": 1}")
                .statusCode(409)
                .body("code", equalTo("ORDER_NOT_PAYABLE"))
                .body("orderStatus", equalTo("PAID"));
        amend(pastEnd, "\"0\"", "{\"amount\": 1}").statusCode(409).body("orderStatus", equalTo("EXPIRED"));
    }

    @Test
    void anOrderAfterADeclineCanBeAmended() {
        String id = anOrder(someone(), 100, "USD");
        stage.failPayment(id);

        amend(id, "\"2\"", "{\"amount\": 90}")
                .statusCode(200)
                .body("status", equalTo("PAYMENT_FAILED"))
                .header("ETag", "\"3\"");
    }

    @Test
    void anOrderThatIsNotThereIsNotFound() {
        amend(OrderId.next().toString(), "\"0\"", "{\"amount\": 1}").statusCode(404);
        amend("nonsense", "\"0\"", "{\"amount\": 1}").statusCode(404);
    }

    @Test
    void ofTwoAmendmentsAtOnceOneIsToldToLookAgain() throws Exception {
        for (int round = 0; round < 20; round++) {
            String alice = someone();
            String id = anOrder(alice, 100, "USD");

            List<Integer> statuses = Race.run(
                    2,
                    caller -> () -> amend(id, "\"0\"", "{\"amount\": %d}".formatted(200 + caller))
                            .extract()
                            .statusCode());

            assertThat(statuses, containsInAnyOrder(200, 412));
            as(alice)
                    .get("/orders/" + id)
                    .then()
                    .body("version", equalTo(1))
                    .body("amount", equalTo(200 + statuses.indexOf(200)));
        }
    }
}
