package dev.payonce.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the goods to the receipt. */
@QuarkusTest
@WithStores
class CheckoutJourneyTest extends BrowserTest {

    @Test
    void twoClicksLeadFromTheStartToAPaidOrder() {
        putOnTheShelf("0-globe", "Desk globe", 4999, 1000);
        page.navigate("/");

        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Buy Desk globe"))
                .click();
        shows("form");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Pay $49.99"))
                .click();
        shows("paid");

        String order = page.url().substring(page.url().lastIndexOf('/') + 1);
        assertThat(inView("h1")).hasText("Paid. Thank you!");
        assertThat(inView("[data-slot=amount]")).hasText("$49.99");
        assertThat(inView("[data-slot=order]")).hasText(order);
        assertThat(Ledger.of(order).approved(), hasSize(1));
        page.navigate("/");
        Locator latest = page.locator("[data-orders] li").first();
        assertThat(latest).containsText(order);
        assertThat(latest).containsText("Paid");
    }

    @Test
    void aDeclinedPaymentIsToldAndAnotherMethodPays() {
        String order = open(anOrder());

        choose("pm_insufficient_funds");
        pressPay();
        showsNotice("declined");
        assertThat(inView("[data-notice=declined]")).containsText("There was not enough money in the account.");
        assertThat(inView("[data-notice=declined]")).containsText("Nothing was charged.");
        assertThat(payButton(page)).hasAttribute("aria-disabled", "false");
        choose("pm_ok");
        pressPay();
        shows("paid");

        assertThat(calls("POST", "/tokens"), hasSize(2));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void whatIsBoughtIsShownWithItsSums() {
        putOnTheShelf("0-pen", "Fountain pen", 1250, 1000);
        putOnTheShelf("0-ink", "Ink", 1899, 1000);
        String order = asMerchant()
                .body(
                        "{\"customerId\":\"alice\",\"items\":[{\"sku\":\"0-pen\",\"quantity\":2},{\"sku\":\"0-ink\",\"quantity\":1}]}")
                .post("/orders")
                .path("id");

        open(order);

        assertThat(page.locator("[data-lines] li"))
                .hasText(
                        new String[] {"Fountain pen 2 × $12.50 $25.00", "Ink $18.99"},
                        new LocatorAssertions.HasTextOptions().setUseInnerText(true));
        assertThat(page.locator(".total")).hasText("Total $43.99");
    }

    /** As the server counts the digits, which for MGA is not as the browser does. */
    @ParameterizedTest
    @CsvSource({"USD,5,$0.05", "JPY,2160,'¥2,160'", "KWD,12500,KWD 12.500", "MGA,12345,MGA 123.45"})
    void moneyHasTheDigitsOfItsCurrency(String currency, long amount, String shown) {
        open(anOrder(ALICE, amount, currency));

        // a no-break space keeps code and number together
        assertThat(page.locator(".total strong").textContent().replace('\u00a0', ' '), equalTo(shown));
    }

    @Test
    void thePageAsksAgainEachTimeItIsShown() {
        String order = open(anOrder());

        page.navigate("/problems");
        page.goBack();
        shows("form");
        pressPay();
        shows("paid");
        page.goBack();
        page.goForward();
        shows("paid");
        page.reload();
        shows("paid");

        assertThat(calls("POST", "/pay"), hasSize(1));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    private String open(String order) {
        signIn();
        checkOut(order);
        return order;
    }

    static void putOnTheShelf(String sku, String name, long price, int available) {
        asMerchant()
                .body(Map.of("name", name, "price", price, "currency", "USD", "available", available))
                .put("/stock/" + sku)
                .then()
                .statusCode(200);
    }
}
