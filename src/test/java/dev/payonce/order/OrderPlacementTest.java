package dev.payonce.order;

import static dev.payonce.order.OrderFixture.goods;
import static dev.payonce.order.OrderFixture.items;
import static dev.payonce.order.OrderFixture.line;
import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may order what, and that the price is ours. */
@QuarkusTest
@WithStores
class OrderPlacementTest {

    private static final String LARGEST = "999999999999";

    @Test
    void aMerchantOrdersForACustomerByAmount() {
        String alice = someone();

        ValidatableResponse placed = asMerchant()
                .body("{\"customerId\": \"%s\", \"amount\": 705, \"currency\": \"JPY\", \"description\": \"茶 🍵\"}"
                        .formatted(alice))
                .post("/orders")
                .then();

        placed.statusCode(201)
                .body("customerId", equalTo(alice))
                .body("amount", equalTo(705))
                .body("description", equalTo("茶 🍵"))
                .body("items", empty());
        String id = placed.extract().path("id");
        placed.header("Location", equalTo("/orders/" + id));
        as(alice).get("/orders/" + id).then().statusCode(200).body("description", equalTo("茶 🍵"));
    }

    @Test
    void aMerchantOrdersGoodsForACustomer() {
        String alice = someone();
        String tea = goods(1250, "USD");

        asMerchant()
                .body("{\"customerId\": \"%s\", \"items\": [%s]}".formatted(alice, line(tea, 3)))
                .post("/orders")
                .then()
                .statusCode(201)
                .body("customerId", equalTo(alice))
                .body("amount", equalTo(3750));
    }

    @Test
    void aLaterPriceDoesNotChangeAnOrder() {
        String alice = someone();
        String tea = goods(1250, "USD");
        String id = as(alice).body(items(line(tea, 2))).post("/orders").path("id");

        asMerchant()
                .body("{\"name\": \"Better tea\", \"price\": 9999, \"currency\": \"USD\", \"available\": 1}")
                .put("/stock/" + tea)
                .then()
                .statusCode(200);

        as(alice).get("/orders/" + id).then().body("amount", equalTo(2500)).body("items.unitPrice", contains(1250));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"amount\": 1", "\"currency\": \"USD\"", "\"customerId\": \"bob\""})
    void aCustomerWhoNamesPriceOrCustomerIsRefused(String field) {
        String tea = goods(1250, "USD");

        as(someone())
                .body("{%s, \"items\": [%s]}".formatted(field, line(tea, 1)))
                .post("/orders")
                .then()
                .statusCode(403)
                .body("code", equalTo("FORBIDDEN"));
    }

    /** C39. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status | \"status\": \"PAID\"",
                "version | \"version\": 99",
                "userId | \"userId\": \"bob\"",
                "paidAt | \"paidAt\": \"2026-01-01T00:00:00Z\"",
                "refundedAmount | \"refundedAmount\": 1",
            })
    void whatIsNotTheCallersToSayIsNamedAndNotStored(String field, String member) {
        String alice = someone();
        String tea = goods(1250, "USD");

        as(alice)
                .body("{%s, \"items\": [%s]}".formatted(member, line(tea, 1)))
                .post("/orders")
                .then()
                .statusCode(400)
                .body("violations.field", contains(field));

        as(alice).get("/orders").then().body("items", empty());
    }

    @Test
    void aLineCannotNameItsPrice() {
        String tea = goods(1250, "USD");

        as(someone())
                .body("{\"items\": [{\"sku\": \"%s\", \"quantity\": 1, \"unitPrice\": 1}]}".formatted(tea))
                .post("/orders")
                .then()
                .statusCode(400)
                .body("violations.field", contains("items[0].unitPrice"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "items | {}",
                "items | {\"items\": []}",
                "items[0].quantity | {\"items\": [{\"sku\": \"a\", \"quantity\": 0}]}",
                "items[0].quantity | {\"items\": [{\"sku\": \"a\", \"quantity\": 10000}]}",
                "items[0].quantity | {\"items\": [{\"sku\": \"a\"}]}",
                "items[0].sku | {\"items\": [{\"sku\": \"a b\", \"quantity\": 1}]}",
                "items[0].sku | {\"items\": [{\"sku\": \"\", \"quantity\": 1}]}",
                "items[0].sku | {\"items\": [{\"quantity\": 1}]}",
                "items[0] | {\"items\": [null]}",
                "items[1].sku | {\"items\": [{\"sku\": \"a\", \"quantity\": 1}, {\"sku\": \"a\", \"quantity\": 2}]}",
                "description | {\"items\": [{\"sku\": \"a\", \"quantity\": 1}], \"description\": \"x\"}",
            })
    void aWrongFieldOfACustomersOrderIsNamed(String field, String body) {
        as(someone())
                .body(body)
                .post("/orders")
                .then()
                .statusCode(400)
                .body("code", equalTo("INVALID_REQUEST"))
                .body("violations.field", contains(field));
    }

    /** C73 among others: more decimals than the currency has, codes that are none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "customerId | {\"amount\": 1, \"currency\": \"USD\"}",
                "customerId | {\"customerId\": \"\", \"amount\": 1, \"currency\": \"USD\"}",
                "customerId | {\"customerId\": \"a\\u0000b\", \"amount\": 1, \"currency\": \"USD\"}",
                "currency | {\"customerId\": \"a\", \"amount\": 1}",
                "amount | {\"customerId\": \"a\", \"currency\": \"USD\"}",
                "items | {\"customerId\": \"a\"}",
                "amount | {\"customerId\": \"a\", \"amount\": 0, \"currency\": \"USD\"}",
                "amount | {\"customerId\": \"a\", \"amount\": -1, \"currency\": \"USD\"}",
                "amount | {\"customerId\": \"a\", \"amount\": 1000000000000, \"currency\": \"USD\"}",
                "amount | {\"customerId\": \"a\", \"amount\": 705.00, \"currency\": \"JPY\"}",
                "amount | {\"customerId\": \"a\", \"amount\": 705.5, \"currency\": \"JPY\"}",
                "amount | {\"customerId\": \"a\", \"amount\": 1.005, \"currency\": \"USD\"}",
                "amount | {\"customerId\": \"a\", \"amount\": 1e3, \"currency\": \"USD\"}",
                "amount | {\"customerId\": \"a\", \"amount\": \"705\", \"currency\": \"USD\"}",
                "currency | {\"customerId\": \"a\", \"amount\": 1, \"currency\": \"usd\"}",
                "currency | {\"customerId\": \"a\", \"amount\": 1, \"currency\": \"Usd\"}",
                "currency | {\"customerId\": \"a\", \"amount\": 1, \"currency\": \"US\"}",
                "currency | {\"customerId\": \"a\", \"amount\": 1, \"currency\": \"XXX\"}",
                "currency | {\"customerId\": \"a\", \"amount\": 1, \"currency\": \"EURO\"}",
                "currency | {\"customerId\": \"a\", \"amount\": 1, \"currency\": \" EUR\"}",
                "description | {\"customerId\": \"a\", \"amount\": 1, \"currency\": \"USD\", \"description\": \"\"}",
                "amount | {\"customerId\": \"a\", \"amount\": 1, \"items\": [{\"sku\": \"a\", \"quantity\": 1}]}",
            })
    void aWrongFieldOfAMerchantsOrderIsNamed(String field, String body) {
        asMerchant().body(body).post("/orders").then().statusCode(400).body("violations.field", contains(field));
    }

    @Test
    void limitsCountCharactersAndNotBytes() {
        String longest = "😀".repeat(255);
        String description = "😀".repeat(500);
        String body = "{\"customerId\": \"%s\", \"amount\": 1, \"currency\": \"USD\", \"description\": \"%s\"}";

        asMerchant()
                .body(body.formatted(longest, description))
                .post("/orders")
                .then()
                .statusCode(201)
                .body("customerId", equalTo(longest))
                .body("description", equalTo(description));
        asMerchant()
                .body(body.formatted(longest + "x", description + "x"))
                .post("/orders")
                .then()
                .statusCode(400)
                .body("violations.field", contains("customerId", "description"));
    }

    @Test
    void unknownGoodsAreNamed() {
        String tea = goods(1250, "USD");

        as(someone())
                .body(items(line("no-such", 1), line(tea, 1), line("nor-this", 1)))
                .post("/orders")
                .then()
                .statusCode(422)
                .body("code", equalTo("UNKNOWN_SKU"))
                .body("skus", contains("no-such", "nor-this"));
    }

    @Test
    void goodsOfTwoCurrenciesMakeNoOrder() {
        String dollars = goods(1250, "USD");
        String yen = goods(1250, "JPY");

        as(someone())
                .body(items(line(dollars, 1), line(yen, 1)))
                .post("/orders")
                .then()
                .statusCode(422)
                .body("code", equalTo("MIXED_CURRENCIES"));
    }

    @Test
    void aSumHasTheSameLimitAsAnAmount() {
        String dear = goods(Long.parseLong(LARGEST), "USD");
        String cheap = goods(1, "USD");

        as(someone()).body(items(line(dear, 1))).post("/orders").then().statusCode(201);
        as(someone())
                .body(items(line(dear, 1), line(cheap, 1)))
                .post("/orders")
                .then()
                .statusCode(422)
                .body("code", equalTo("AMOUNT_TOO_LARGE"));
    }

    @Test
    void aHundredDearestLinesOverflowNothing() {
        String[] lines = IntStream.range(0, 100)
                .mapToObj(i -> line(goods(Long.parseLong(LARGEST), "USD"), 9999))
                .toArray(String[]::new);

        as(someone())
                .body(items(lines))
                .post("/orders")
                .then()
                .statusCode(422)
                .body("code", equalTo("AMOUNT_TOO_LARGE"));
    }

    @Test
    void anOrderHasAtMostAHundredLinesInTheirOrder() {
        String alice = someone();
        String[] skus = IntStream.range(0, 101).mapToObj(i -> goods(1, "USD")).toArray(String[]::new);
        String hundred =
                IntStream.range(0, 100).mapToObj(i -> line(skus[i], i + 1)).collect(Collectors.joining(","));

        as(alice)
                .body(items(hundred))
                .post("/orders")
                .then()
                .statusCode(201)
                .body("items", hasSize(100))
                .body("items[99].quantity", equalTo(100))
                .body("amount", equalTo(5050));
        as(alice)
                .body(items(hundred, line(skus[100], 1)))
                .post("/orders")
                .then()
                .statusCode(400)
                .body("violations.field", hasItem("items"));
    }

    @Test
    void onlyCustomersAndMerchantsOrder() {
        String body = items(line("tea", 1));

        asOperator().body(body).post("/orders").then().statusCode(403);
        given().contentType("application/json")
                .body(body)
                .post("/orders")
                .then()
                .statusCode(401);
    }

    @Test
    void aNewOrderIsPendingAndUnpaid() {
        String tea = goods(1250, "USD");

        as(someone())
                .body(items(line(tea, 1)))
                .post("/orders")
                .then()
                .body("status", equalTo("PENDING"))
                .body("version", equalTo(0))
                .body("paidAt", nullValue());
    }
}
