package dev.payonce.order;

import static dev.payonce.order.OrderFixture.goods;
import static dev.payonce.order.OrderFixture.items;
import static dev.payonce.order.OrderFixture.line;
import static dev.payonce.order.OrderFixture.someone;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;

import dev.payonce.testsupport.Race;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Money is whole minor units all the way. */
@QuarkusTest
@WithStores
class OrderAmountsTest {

    private static final int CALLERS = 4;

    /** C71: 0.01 to 5.00 dollars, each to the cent; looked at as text, where 19.989999 could not hide. */
    @Test
    void eachAmountIsKeptToTheCent() throws Exception {
        String alice = someone();

        Race.run(CALLERS, caller -> () -> {
            for (long amount = 1 + caller; amount <= 500; amount += CALLERS) {
                assertKept(alice, amount);
            }
            return null;
        });
    }

    private static void assertKept(String customer, long amount) {
        String answer = asMerchant()
                .body("{\"customerId\": \"%s\", \"amount\": %d, \"currency\": \"USD\"}".formatted(customer, amount))
                .post("/orders")
                .asString();

        assertThat(answer, containsString("\"amount\":" + amount + ","));
    }

    @ParameterizedTest
    @CsvSource({"JPY, 705", "KWD, 12345", "USD, 999999999999"})
    void aCurrencysExponentChangesNothing(String currency, long amount) {
        String sku = goods(amount, currency);

        String order = as(someone()).body(items(line(sku, 1))).post("/orders").asString();

        assertThat(order, containsString("\"amount\":" + amount + ",\"currency\":\"" + currency + "\""));
        assertThat(order, containsString("\"unitPrice\":" + amount + "}"));
    }

    @Test
    void linesAddUpExactly() {
        String order = as(someone())
                .body(items(line(goods(10, "USD"), 1), line(goods(20, "USD"), 1), line(goods(3333, "USD"), 3)))
                .post("/orders")
                .asString();

        assertThat(order, containsString("\"amount\":10029,"));
    }
}
