package dev.payonce.order;

import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithStores
class OrderJourneyTest {

    @Test
    void aCustomerOrdersGoodsAndReadsTheOrder() {
        String alice = "journey-alice";
        asMerchant()
                .body("""
                {"name": "Mug", "price": 1899, "currency": "USD", "available": 5}""")
                .put("/stock/journey-mug")
                .then()
                .statusCode(200);
        asMerchant()
                .body("""
                {"name": "Tea", "price": 1250, "currency": "USD", "available": 5}""")
                .put("/stock/journey-tea")
                .then()
                .statusCode(200);

        JsonPath placed = as(alice)
                .body(
                        """
                {"items": [{"sku": "journey-tea", "quantity": 2}, {"sku": "journey-mug", "quantity": 1}]}""")
                .post("/orders")
                .then()
                .statusCode(201)
                .header("ETag", "\"0\"")
                .body("customerId", equalTo(alice))
                .body("amount", equalTo(4399))
                .body("currency", equalTo("USD"))
                .body("description", nullValue())
                .body("items.sku", contains("journey-tea", "journey-mug"))
                .body("items.unitPrice", contains(1250, 1899))
                .body("status", equalTo("PENDING"))
                .body("version", equalTo(0))
                .body("paidAt", nullValue())
                .extract()
                .jsonPath();
        String id = placed.getString("id");

        as(alice)
                .get("/orders/" + id)
                .then()
                .statusCode(200)
                .header("ETag", "\"0\"")
                .body("", equalTo(placed.get("")));
        Assertions.assertEquals(
                Duration.ofMinutes(30),
                Duration.between(
                        Instant.parse(placed.getString("createdAt")), Instant.parse(placed.getString("expiresAt"))));
        as(alice)
                .get("/orders/" + id + "/history")
                .then()
                .statusCode(200)
                .body("items.to", contains("PENDING"))
                .body("items[0].actor", equalTo(alice))
                .body("next", nullValue());
    }
}
