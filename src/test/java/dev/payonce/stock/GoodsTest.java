package dev.payonce.stock;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.available;
import static dev.payonce.testsupport.Shop.goods;
import static dev.payonce.testsupport.Shop.pay;
import static dev.payonce.testsupport.Shop.payAs;
import static dev.payonce.testsupport.Shop.putInStock;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;

import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Goods are held before money moves, sold with it, and given back without it. */
@QuarkusTest
@WithStores
class GoodsTest {

    /** C41: ten pieces, fifty buyers; then buyers of three at once. */
    @Test
    void tenPiecesAndFiftyBuyersAtOnceAreTenSales() throws Exception {
        String sku = goods(10);
        List<String> orders =
                IntStream.range(0, 50).mapToObj(i -> order("buyer" + i, sku, 1)).toList();
        List<String> tokens = IntStream.range(0, 50)
                .mapToObj(i -> aToken("buyer" + i, orders.get(i)))
                .toList();

        List<Response> answers = Race.run(
                50,
                caller -> () -> payAs("buyer" + caller, Map.of("token", tokens.get(caller), "paymentMethod", "pm_ok")));

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(is(in(Set.of(200, 422)))));
        assertThat(answers.stream().filter(answer -> answer.statusCode() == 200).toList(), hasSize(10));
        assertThat(
                answers.stream()
                        .filter(answer -> answer.statusCode() == 422)
                        .map(Shop::code)
                        .toList(),
                everyItem(equalTo("OUT_OF_STOCK")));
        assertThat(available(sku), equalTo(0));
        assertThat(
                orders.stream()
                        .mapToInt(order -> Ledger.of(order).calls("charge").size())
                        .sum(),
                equalTo(10));
        threePiecesEachOfTen();
    }

    private static void threePiecesEachOfTen() throws Exception {
        String sku = goods(10);
        List<String> orders =
                IntStream.range(0, 20).mapToObj(i -> order("buyer" + i, sku, 3)).toList();
        List<String> tokens = IntStream.range(0, 20)
                .mapToObj(i -> aToken("buyer" + i, orders.get(i)))
                .toList();

        List<Response> answers = Race.run(
                20,
                caller -> () -> payAs("buyer" + caller, Map.of("token", tokens.get(caller), "paymentMethod", "pm_ok")));

        assertThat(answers.stream().map(Response::statusCode).toList(), everyItem(is(in(Set.of(200, 422)))));
        assertThat(answers.stream().filter(answer -> answer.statusCode() == 200).toList(), hasSize(3));
        assertThat(available(sku), equalTo(1));
    }

    @Test
    void aDeclineGivesBackWhatWasHeldAndTheNextTokenHoldsItAgain() {
        String sku = goods(3);
        String order = order(Shop.ALICE, sku, 2);

        pay(aToken(order), "pm_declined").then().statusCode(402);
        assertThat(available(sku), equalTo(3));
        pay(aToken(order)).then().statusCode(200);

        assertThat(available(sku), equalTo(1));
    }

    @Test
    void ofAnOrderThatIsShortOfOneThingNothingIsHeld() {
        String plenty = goods(5);
        String scarce = goods(1);
        String order = order(Shop.ALICE, Map.of(plenty, 2, scarce, 2));
        String token = aToken(order);

        pay(token).then().statusCode(422).body("code", equalTo("OUT_OF_STOCK"));
        pay(token).then().statusCode(422).header("Idempotent-Replayed", "true");

        assertThat(available(plenty), equalTo(5));
        assertThat(available(scarce), equalTo(1));
        assertThat(Ledger.of(order).calls("charge"), hasSize(0));
        putInStock(scarce, 2);
        pay(aToken(order)).then().statusCode(200);
    }

    @Test
    void goodsOfAPaymentAtWorkAreNobodyElses() throws Exception {
        String sku = goods(1);
        String first = aToken(order(Shop.ALICE, sku, 1));
        String second = aToken(order(Shop.ALICE, sku, 1));

        List<Response> answers = Race.run(2, caller -> () -> pay(caller == 0 ? first : second, "pm_slow_2s"));

        assertThat(answers.stream().map(Response::statusCode).sorted().toList(), equalTo(List.of(200, 422)));
        assertThat(available(sku), equalTo(0));
    }

    private static String order(String customer, String sku, int pieces) {
        return order(customer, Map.of(sku, pieces));
    }

    private static String order(String customer, Map<String, Integer> pieces) {
        List<Map<String, ?>> items = pieces.entrySet().stream()
                .<Map<String, ?>>map(line -> Map.of("sku", line.getKey(), "quantity", line.getValue()))
                .toList();
        return as(customer)
                .body(Map.of("items", items))
                .post("/orders")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }
}
