package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What became of each token of an order. */
@QuarkusTest
@WithStores
class OrderPaymentsTest {

    @Test
    void thePaymentsOfAnOrderAreListedNewestFirstInPages() {
        String order = anOrder();
        pay(aToken(order), "pm_declined").then().statusCode(402);
        pay(aToken(order), "pm_ok").then().statusCode(200);

        String next = as(ALICE)
                .get("/orders/" + order + "/payments?limit=1")
                .then()
                .statusCode(200)
                .body("items.status", contains("SUCCEEDED"))
                .body("items.declineCode", contains(nullValue()))
                .extract()
                .path("next");

        as(ALICE)
                .get("/orders/" + order + "/payments?limit=1&after=" + next)
                .then()
                .statusCode(200)
                .body("items.status", contains("FAILED"))
                .body("items.declineCode", contains("do_not_honor"))
                .body("next", nullValue());
    }

    @Test
    void anOrderThatNobodyTriedToPayHasNone() {
        as(ALICE)
                .get("/orders/" + anOrder() + "/payments")
                .then()
                .statusCode(200)
                .body("items", empty())
                .body("next", nullValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=101", "limit=x", "after=x", "after=ord_0P4X8KQ2V9TBM"})
    void aWrongPageIsRefusedAndNamed(String query) {
        as(ALICE)
                .get("/orders/" + anOrder() + "/payments?" + query)
                .then()
                .statusCode(400)
                .body("violations.field", contains(query.substring(0, query.indexOf('='))));
    }

    @Test
    void aPaymentIsReadByItsId() {
        String order = anOrder();
        String payment = pay(aToken(order)).path("id");

        as(ALICE)
                .get("/payments/" + payment)
                .then()
                .statusCode(200)
                .body("id", equalTo(payment))
                .body("orderId", equalTo(order))
                .body("status", equalTo("SUCCEEDED"))
                .body("orderStatus", nullValue());
    }
}
