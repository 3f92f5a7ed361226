package dev.payonce.order;

import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.in;

import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An unpaid order is cancelled once, however often it is asked. */
@QuarkusTest
@WithStores
class OrderCancellationTest {

    @Inject
    OrderStage stage;

    @Inject
    Database database;

    private static ValidatableResponse cancel(String customer, String id) {
        return as(customer).post("/orders/" + id + "/cancel").then();
    }

    private long eventsOf(String id) {
        return database.number(
                "select count(*) from outbox_event where type = 'order.cancelled' and order_id = ?",
                OrderId.parse(id).orElseThrow().value());
    }

    @Test
    void cancellingTwiceIsCancellingOnce() {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        JsonPath first = cancel(alice, id)
                .statusCode(200)
                .body("status", equalTo("CANCELLED"))
                .header("ETag", "\"1\"")
                .extract()
                .jsonPath();
        JsonPath second = cancel(alice, id).statusCode(200).extract().jsonPath();

        assertThat(second.getMap(""), equalTo(first.getMap("")));
        assertThat(eventsOf(id), equalTo(1L));
        as(alice).get("/orders/" + id + "/history").then().body("items.to", contains("PENDING", "CANCELLED"));
    }

    @Test
    void aMerchantCancelsForTheCustomer() {
        String id = anOrder(someone(), 100, "USD");

        asMerchant().post("/orders/" + id + "/cancel").then().statusCode(200);
    }

    @Test
    void anOrderAfterADeclineCanBeCancelled() {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");
        stage.failPayment(id);

        cancel(alice, id).statusCode(200).body("version", equalTo(3));
    }

    @Test
    void anOrderInPaymentIsNotCancelled() {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");
        stage.startPayment(id);

        cancel(alice, id)
                .statusCode(409)
                .body("code", equalTo("ORDER_IN_PAYMENT"))
                .body("orderStatus", equalTo("PROCESSING"));
    }

    @Test
    void whatHasEndedIsNotCancelled() {
        String alice = someone();
        String paid = anOrder(alice, 100, "USD");
        stage.pay(paid);
        String pastEnd = anOrder(alice, 100, "USD");
        stage.passEnd(pastEnd);

        cancel(alice, paid)
                .statusCode(409)
                .body("code", equalTo("ORDER_NOT_CANCELLABLE"))
                .body("orderStatus", equalTo("PAID"));
        cancel(alice, pastEnd).statusCode(409).body("orderStatus", equalTo("EXPIRED"));
        assertThat(eventsOf(paid) + eventsOf(pastEnd), equalTo(0L));
    }

    @Test
    void thirtyWhoCancelAndAmendAtOnceGetNoFault() throws Exception {
        String alice = someone();
        String id = anOrder(alice, 100, "USD");

        List<Integer> statuses = Race.run(
                30,
                caller -> () -> (caller % 2 == 0
                                ? cancel(alice, id)
                                : asMerchant()
                                        .header("If-Match", "*")
                                        .body("{\"amount\": %d}".formatted(1000 + caller))
                                        .patch("/orders/" + id)
                                        .then())
                        .extract()
                        .statusCode());

        assertThat(statuses, everyItem(in(List.of(200, 409))));
        for (int caller = 0; caller < 30; caller += 2) {
            assertThat("a cancel", statuses.get(caller), equalTo(200));
        }
        as(alice).get("/orders/" + id).then().body("status", equalTo("CANCELLED"));
        assertThat(eventsOf(id), equalTo(1L));
    }
}
