package dev.payonce.order;

import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers see of orders. */
@QuarkusTest
@WithStores
class OrderReadingTest {

    @Inject
    OrderStage stage;

    @ParameterizedTest
    @ValueSource(strings = {"\"0\"", "W/\"0\"", "*", "\"7\", \"0\"", "W/\"7\",  \"0\" ,"})
    void whoHasTheOrderAlreadyIsNotSentItAgain(String ifNoneMatch) {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        as(alice)
                .header("If-None-Match", ifNoneMatch)
                .get("/orders/" + id)
                .then()
                .statusCode(304)
                .header("ETag", "\"0\"")
                .body(equalTo(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\"", "0", "\"0", "nonsense"})
    void whoHasAnotherOrderIsSentThisOne(String ifNoneMatch) {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        as(alice)
                .header("If-None-Match", ifNoneMatch)
                .get("/orders/" + id)
                .then()
                .statusCode(200);
    }

    @Test
    void anOrderPastItsEndIsShownExpiredUnderAnotherTag() {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        stage.passEnd(id);

        as(alice)
                .header("If-None-Match", "\"0\"")
                .get("/orders/" + id)
                .then()
                .statusCode(200)
                .header("ETag", not(equalTo("\"0\"")))
                .body("status", equalTo("EXPIRED"))
                .body("version", equalTo(0));
    }

    @Test
    void theFiltersAgreeWithTheStatesShown() {
        String alice = someone();
        String pending = anOrder(alice, 1, "USD");
        String failed = anOrder(alice, 2, "USD");
        stage.failPayment(failed);
        String pastEnd = anOrder(alice, 3, "USD");
        stage.passEnd(pastEnd);
        String failedPastEnd = anOrder(alice, 4, "USD");
        stage.failPayment(failedPastEnd);
        stage.passEnd(failedPastEnd);
        String expired = anOrder(alice, 5, "USD");
        stage.expire(expired);
        String inPayment = anOrder(alice, 6, "USD");
        stage.startPayment(inPayment);
        stage.passEnd(inPayment);
        String paid = anOrder(alice, 7, "USD");
        stage.pay(paid);

        assertThat(listed(alice, "PENDING"), contains(pending));
        assertThat(listed(alice, "PAYMENT_FAILED"), contains(failed));
        assertThat(listed(alice, "EXPIRED"), contains(expired, failedPastEnd, pastEnd));
        assertThat(listed(alice, "PROCESSING"), contains(inPayment));
        assertThat(listed(alice, "PAID"), contains(paid));
        assertThat(listed(alice, "REFUNDED"), empty());
        JsonPath all = as(alice).get("/orders").jsonPath();
        assertThat(
                all.getList("items.status"),
                contains("PAID", "PROCESSING", "EXPIRED", "EXPIRED", "EXPIRED", "PAYMENT_FAILED", "PENDING"));
        assertThat(all.getString("items[0].paidAt"), not(nullValue()));
    }

    @Test
    void anOperatorFindsTheOrdersOfOneCustomerAndACustomerNoOthers() {
        String alice = someone();
        String bob = someone();
        String hers = anOrder(alice, 100, "USD");
        String his = anOrder(bob, 100, "USD");

        asOperator().get("/orders?customerId=" + alice).then().statusCode(200).body("items.id", contains(hers));
        asOperator()
                .get("/orders?status=PENDING&customerId=" + bob)
                .then()
                .statusCode(200)
                .body("items.id", contains(his));
        as(alice).get("/orders?customerId=" + alice).then().statusCode(200).body("items.id", contains(hers));
        as(alice).get("/orders?customerId=" + bob).then().statusCode(200).body("items", empty());
        asOperator()
                .queryParam("customerId", "x".repeat(256))
                .get("/orders")
                .then()
                .statusCode(400)
                .body("violations.field", contains("customerId"));
    }

    private static List<String> listed(String customer, String status) {
        JsonPath page = as(customer).queryParam("status", status).get("/orders").jsonPath();
        page.getList("items.status").forEach(shown -> assertThat(shown, equalTo(status)));
        return page.getList("items.id");
    }

    @Test
    void pagesShowEveryOrderOnceWhileNewOnesCome() {
        String alice = someone();
        List<String> before = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            before.add(0, anOrder(alice, 100 + i, "USD"));
        }

        List<String> seen = new ArrayList<>();
        String next = null;
        do {
            JsonPath page = page(alice, next);
            seen.addAll(page.getList("items.id"));
            next = page.getString("next");
            anOrder(alice, 1, "JPY");
        } while (next != null);

        assertThat(seen, equalTo(before));
    }

    private static JsonPath page(String customer, String after) {
        var request = as(customer).queryParam("limit", 3);
        return (after == null ? request : request.queryParam("after", after))
                .get("/orders")
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }

    @Test
    void aFullLastPageHasNoNext() {
        String alice = someone();
        anOrder(alice, 1, "USD");
        anOrder(alice, 2, "USD");

        as(alice)
                .queryParam("limit", 2)
                .get("/orders")
                .then()
                .body("items", hasSize(2))
                .body("next", nullValue());
    }

    @ParameterizedTest
    @CsvSource({
        "status, paid",
        "status, UNKNOWN",
        "after, x",
        "after, ord_",
        "after, pay_0HV3K0000000A",
        "limit, 0",
        "limit, 101",
        "limit, -1",
        "limit, ten",
        "limit, 1.0"
    })
    void aWrongParameterIsNamed(String parameter, String value) {
        asMerchant()
                .queryParam(parameter, value)
                .get("/orders")
                .then()
                .statusCode(400)
                .body("code", equalTo("INVALID_REQUEST"))
                .body("violations.field", contains(parameter));
    }

    @Test
    void merchantsAndOperatorsSeeEverybodysOrders() {
        String id = anOrder(someone(), 100, "USD");

        asMerchant().queryParam("limit", 100).get("/orders").then().body("items.id", hasItem(id));
        asOperator().queryParam("limit", 100).get("/orders").then().body("items.id", hasItem(id));
        asOperator().get("/orders/" + id).then().statusCode(200);
    }

    @Test
    void theHistoryTellsEachMoveInPages() {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");
        stage.failPayment(id);
        stage.pay(id);

        as(alice)
                .get("/orders/" + id + "/history")
                .then()
                .statusCode(200)
                .body("items.version", contains(0, 1, 2, 3, 4))
                .body("items.from", contains(null, "PENDING", "PROCESSING", "PAYMENT_FAILED", "PROCESSING"))
                .body("items.to", contains("PENDING", "PROCESSING", "PAYMENT_FAILED", "PROCESSING", "PAID"))
                .body("items[0].actor", equalTo("shop"))
                .body("next", nullValue());
        as(alice)
                .queryParam("limit", 2)
                .queryParam("after", "1")
                .get("/orders/" + id + "/history")
                .then()
                .body("items.version", contains(2, 3))
                .body("next", equalTo("3"));
        as(alice)
                .queryParam("after", "x")
                .get("/orders/" + id + "/history")
                .then()
                .statusCode(400);
    }
}
