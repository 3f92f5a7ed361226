package dev.payonce.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever text comes from outside is shown as text: nothing runs, nothing is framed, nothing leads elsewhere (C48). */
@QuarkusTest
@WithStores
class HostileTextTest extends BrowserTest {

    private static final String RAN = "ran";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<img src=x onerror=document.title='ran'>",
                "\"><script>document.title='ran'</script>",
                "</title></ul></template><svg onload=document.title='ran'>",
                "javascript:document.title='ran'",
                "[amount] ${7*7} {7*7} {{7*7}}",
            })
    void textOfAnOrderIsShownAsItIs(String text) {
        signIn();
        CheckoutJourneyTest.putOnTheShelf("0-hostile", text, 100, 1000);
        String goods = order(Map.of("items", new Object[] {Map.of("sku", "0-hostile", "quantity", 2)}));
        String amount = order(Map.of("amount", 100, "currency", "USD", "description", text));

        checkOut(goods);
        assertThat(page.locator("[data-lines] [data-slot=name]")).hasText(text);
        checkOut(amount);
        assertThat(page.locator("[data-slot=description]")).hasText(text);
        page.navigate("/");
        assertThat(page.locator("[data-goods] b", new Page.LocatorOptions().setHasText(text)))
                .isVisible();

        nothingRan();
    }

    @Test
    void whatTheGatewayWritesIsNotShown() {
        signIn();
        checkOut(order(Map.of("amount", 100, "currency", "USD")));
        page.route(
                "**/pay",
                route -> route.fulfill(
                        new Route.FulfillOptions()
                                .setStatus(402)
                                .setContentType("application/problem+json")
                                .setBody(
                                        "{\"code\":\"PAYMENT_DECLINED\",\"declineCode\":\"<img src=x onerror=document.title='ran'>\"}")),
                new Page.RouteOptions().setTimes(1));

        pressPay();
        showsNotice("declined");

        assertThat(page.content(), not(containsString("onerror")));
        nothingRan();
    }

    @Test
    void anAddressWithScriptInItIsNoOrder() {
        signIn();

        page.navigate(
                "/checkout/%3Cimg%20src=x%20onerror=document.title='ran'%3E?return=https://evil.example/#<script>");
        shows("not-found");

        assertThat(page.content(), not(containsString("evil.example")));
        nothingRan();
    }

    private static String order(Map<String, ?> order) {
        Map<String, Object> whole = new HashMap<>(order);
        whole.put("customerId", ALICE);
        return asMerchant()
                .body(whole)
                .post("/orders")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }

    private void nothingRan() {
        assertThat(page.title(), not(equalTo(RAN)));
        assertThat(page.locator("main :is(script, img, svg[onload])").count(), equalTo(0));
    }
}
