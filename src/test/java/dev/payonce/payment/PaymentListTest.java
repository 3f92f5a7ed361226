package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asOperator;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;

import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator finds everybody's payments. */
@QuarkusTest
@WithStores
class PaymentListTest {

    @Test
    void theNewestComeFirstInPages() {
        String first = pay(aToken(anOrder())).path("id");
        String second = pay(aToken(anOrder())).path("id");

        JsonPath page = listed("limit=1");
        JsonPath next = listed("limit=1&after=" + page.getString("next"));

        assertThat(page.getList("items.id"), contains(second));
        assertThat(next.getList("items.id"), contains(first));
    }

    @Test
    void thoseOfOneStateComeInPagesToo() {
        String first = declined();
        pay(aToken(anOrder())).then().statusCode(200);
        String second = declined();

        JsonPath page = listed("status=FAILED&limit=1");
        JsonPath next = listed("status=FAILED&limit=1&after=" + page.getString("next"));
        List<String> states = listed("status=SUCCEEDED&limit=100").getList("items.status");

        assertThat(page.getList("items.id"), contains(second));
        assertThat(next.getList("items.id"), contains(first));
        assertThat(states, everyItem(equalTo("SUCCEEDED")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"status=PAID", "limit=0", "after=x", "after=ord_0P4X8KQ2V9TBM"})
    void aWrongPageIsRefusedAndNamed(String query) {
        asOperator()
                .get("/payments?" + query)
                .then()
                .statusCode(400)
                .body("violations.field", contains(query.substring(0, query.indexOf('='))));
    }

    private static String declined() {
        String order = anOrder();
        pay(aToken(order), "pm_declined").then().statusCode(402);
        return asOperator().get("/orders/" + order + "/payments").path("items[0].id");
    }

    private static JsonPath listed(String query) {
        return asOperator()
                .get("/payments?" + query)
                .then()
                .statusCode(200)
                .extract()
                .jsonPath();
    }
}
