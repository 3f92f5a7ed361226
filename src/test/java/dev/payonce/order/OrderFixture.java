package dev.payonce.order;

import static dev.payonce.testsupport.Shop.asMerchant;

import java.util.Map;
import java.util.UUID;

/** Short ways to goods and customers that no other test touches. */
final class OrderFixture {

    private OrderFixture() {}

    static String someone() {
        return "u-" + UUID.randomUUID();
    }

    /** The sku of new goods at this price. */
    static String goods(long price, String currency) {
        String sku = "sku-" + UUID.randomUUID();
        asMerchant()
                .body(Map.of("name", "Goods", "price", price, "currency", currency, "available", 100))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
        return sku;
    }

    static String line(String sku, int quantity) {
        return "{\"sku\": \"" + sku + "\", \"quantity\": " + quantity + "}";
    }

    static String items(String... lines) {
        return "{\"items\": [" + String.join(", ", lines) + "]}";
    }
}
