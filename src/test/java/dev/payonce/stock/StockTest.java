package dev.payonce.stock;

import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.asOperator;
import static io.restassured.RestAssured.given;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;

import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.ValidatableResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogue. */
@QuarkusTest
@WithStores
class StockTest {

    private static final String MUG =
            "{\"name\": \"Mug 茶碗\", \"price\": 1899, \"currency\": \"USD\", \"available\": 7}";

    private static String aSku() {
        return "s-" + UUID.randomUUID();
    }

    private static ValidatableResponse put(String sku, String body) {
        return asMerchant().body(body).put("/stock/" + sku).then();
    }

    @Test
    void puttingCreatesAndThenReplaces() {
        String sku = aSku();

        put(sku, MUG)
                .statusCode(200)
                .body("sku", equalTo(sku))
                .body("name", equalTo("Mug 茶碗"))
                .body("price", equalTo(1899))
                .body("currency", equalTo("USD"))
                .body("available", equalTo(7));
        put(sku, "{\"name\": \"Cup\", \"price\": 20, \"currency\": \"JPY\", \"available\": 0}")
                .statusCode(200)
                .body("available", equalTo(0));

        JsonPath shown = find(sku);
        assertThat(shown.getString("name"), equalTo("Cup"));
        assertThat(shown.getLong("price"), equalTo(20L));
        assertThat(shown.getString("currency"), equalTo("JPY"));
    }

    /** By paging from the place before it, as anyone without sign-in. */
    private static JsonPath find(String sku) {
        return given().queryParam("after", sku.substring(0, sku.length() - 1))
                .queryParam("limit", 1)
                .get("/stock")
                .then()
                .statusCode(200)
                .body("items.sku", contains(sku))
                .extract()
                .jsonPath()
                .setRootPath("items[0]");
    }

    @Test
    void pagesShowAllGoodsOnceInOrder() {
        String prefix = aSku();
        List<String> all = new ArrayList<>();
        for (char end = 'a'; end <= 'g'; end++) {
            put(prefix + end, MUG).statusCode(200);
            all.add(prefix + end);
        }

        List<String> seen = new ArrayList<>();
        String next = prefix;
        while (next != null && seen.size() < all.size()) {
            JsonPath page = given().queryParam("after", next)
                    .queryParam("limit", 3)
                    .get("/stock")
                    .jsonPath();
            seen.addAll(page.getList("items.sku", String.class).stream()
                    .filter(sku -> sku.startsWith(prefix))
                    .toList());
            next = page.getString("next");
        }

        assertThat(seen, equalTo(all));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name | {\"price\": 1, \"currency\": \"USD\", \"available\": 1}",
                "name | {\"name\": \"\", \"price\": 1, \"currency\": \"USD\", \"available\": 1}",
                "price | {\"name\": \"a\", \"price\": 0, \"currency\": \"USD\", \"available\": 1}",
                "price | {\"name\": \"a\", \"price\": 1000000000000, \"currency\": \"USD\", \"available\": 1}",
                "price | {\"name\": \"a\", \"price\": 18.99, \"currency\": \"USD\", \"available\": 1}",
                "currency | {\"name\": \"a\", \"price\": 1, \"currency\": \"usd\", \"available\": 1}",
                "available | {\"name\": \"a\", \"price\": 1, \"currency\": \"USD\", \"available\": -1}",
                "available | {\"name\": \"a\", \"price\": 1, \"currency\": \"USD\", \"available\": 1000000000}",
                "available | {\"name\": \"a\", \"price\": 1, \"currency\": \"USD\"}",
            })
    void aWrongFieldIsNamed(String field, String body) {
        put(aSku(), body).statusCode(400).body("violations.field", contains(field));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "ä", "a*", "12345678901234567890123456789012345678901234567890123456789012345"})
    void aWrongSkuIsNamed(String sku) {
        asMerchant()
                .body(MUG)
                .put("/stock/{sku}", sku)
                .then()
                .statusCode(400)
                .body("violations.field", contains("sku"));
    }

    @ParameterizedTest
    @CsvSource({"limit, 0", "limit, 101", "limit, x", "after, a b"})
    void aWrongParameterIsNamed(String parameter, String value) {
        given().queryParam(parameter, value)
                .get("/stock")
                .then()
                .statusCode(400)
                .body("violations.field", hasItem(parameter));
    }

    @Test
    void onlyMerchantsWrite() {
        as("alice").body(MUG).put("/stock/" + aSku()).then().statusCode(403);
        asOperator().body(MUG).put("/stock/" + aSku()).then().statusCode(403);
        given().contentType("application/json")
                .body(MUG)
                .put("/stock/" + aSku())
                .then()
                .statusCode(401);
    }

    @Test
    void firstWritersAtOnceEndWithOneRow() throws Exception {
        for (int round = 0; round < 5; round++) {
            String sku = aSku();

            List<Integer> statuses =
                    Race.run(20, caller -> () -> put(sku, MUG).extract().statusCode());

            assertThat(statuses, everyItem(equalTo(200)));
            find(sku);
        }
    }
}
