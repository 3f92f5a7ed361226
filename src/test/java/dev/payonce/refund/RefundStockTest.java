package dev.payonce.refund;

import static dev.payonce.refund.RefundFixture.aKey;
import static dev.payonce.refund.RefundFixture.amount;
import static dev.payonce.refund.RefundFixture.refund;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;

import dev.payonce.refund.RefundFixture.Paid;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Goods come back when the merchant says so, with the last of the money, and once. */
@QuarkusTest
@WithStores
class RefundStockTest {

    private static final Duration RECOVERY = Duration.ofSeconds(20);
    private static final Map<String, ?> REST_AND_GOODS = Map.of("restock", true);

    private final String sku = "lamp-" + UUID.randomUUID();

    @AfterEach
    void mendTheGateway() {
        Gateway.behaveWell();
    }

    @Test
    void goodsThatAreNotBackStaySold() {
        Paid paid = twoOfFive();

        refund(paid, Map.of()).then().statusCode(201);

        assertThat(available(), equalTo(3));
    }

    @Test
    void goodsThatAreBackAreFreeOnce() {
        Paid paid = twoOfFive();
        String key = aKey();
        refund(paid, amount(500)).then().statusCode(201);
        assertThat(available(), equalTo(3));

        refund(paid, key, REST_AND_GOODS).then().statusCode(201);
        refund(paid, key, REST_AND_GOODS).then().statusCode(201);

        assertThat(available(), equalTo(5));
    }

    @Test
    void goodsComeBackWithTheMoneyAndNotBefore() {
        Paid paid = twoOfFive();
        Gateway.behave(Map.of("outcome", "decline"));
        refund(paid, REST_AND_GOODS).then().statusCode(402);
        assertThat(available(), equalTo(3));
        Gateway.behave(Map.of("outcome", "cut"));
        refund(paid, REST_AND_GOODS).then().statusCode(202);
        assertThat(available(), equalTo(3));

        Gateway.behaveWell();

        Poll.until(RECOVERY, () -> orderStatus(paid.order()).equals("REFUNDED"));
        assertThat(available(), equalTo(5));
    }

    /** The last refund to be opened need not be the last to end. */
    @Test
    void goodsWaitForAnEarlierRefundWhoseOutcomeIsUnknown() {
        Paid paid = twoOfFive();
        Gateway.behave(Map.of("outcome", "cut"));
        refund(paid, amount(500)).then().statusCode(202);
        Gateway.behaveWell();

        refund(paid, REST_AND_GOODS).then().statusCode(201);
        assertThat(available(), equalTo(3));

        Poll.until(RECOVERY, () -> orderStatus(paid.order()).equals("REFUNDED"));
        assertThat(available(), equalTo(5));
    }

    private Paid twoOfFive() {
        asMerchant()
                .body(Map.of("name", "Lamp", "price", 1000, "currency", "USD", "available", 5))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
        String order = as(Shop.ALICE)
                .body(Map.of("items", List.of(Map.of("sku", sku, "quantity", 2))))
                .post("/orders")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
        return new Paid(
                order, pay(aToken(order)).then().statusCode(200).extract().path("id"));
    }

    private int available() {
        return asMerchant()
                .queryParam("limit", 1)
                .queryParam("after", sku.substring(0, sku.length() - 1))
                .get("/stock")
                .path("items[0].available");
    }
}
