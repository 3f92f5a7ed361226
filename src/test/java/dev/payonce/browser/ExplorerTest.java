package dev.payonce.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import com.microsoft.playwright.Locator;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

/** The API explorer: its examples run in order, with nothing copied from one to the next. */
@QuarkusTest
@WithStores
class ExplorerTest extends BrowserTest {

    @Test
    void theExamplesPayAnOrderOneAfterTheOther() {
        CheckoutJourneyTest.putOnTheShelf("tea", "Darjeeling, 100 g", 1250, 1000);
        CheckoutJourneyTest.putOnTheShelf("mug", "Stoneware mug", 1899, 250);
        page.navigate("/q/swagger-ui/");

        run("signIn", 200);
        String order = run("placeOrder", 201).replaceFirst("(?s).*\"id\": \"(ord_\\w+)\".*", "$1");
        run("issueToken", 201);
        run("pay", 200);
        Locator replay = operation("pay");
        run("pay", 200);
        assertThat(replay.locator(".live-responses-table")).containsText("idempotent-replayed");
        run("readOrder", 200);

        assertThat(orderStatus(order), equalTo("PAID"));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    /** Presses Execute as the operation stands there, and hands back the answer's body. */
    private String run(String operationId, int status) {
        Locator operation = operation(operationId);
        if (!operation.locator(".execute").isVisible()) {
            operation.locator(".opblock-summary-control").click();
        }
        page.waitForResponse(
                answer -> answer.request().method().matches("GET|POST"),
                () -> operation.locator(".execute").click());
        Locator answer = operation.locator(".live-responses-table .response").first();
        assertThat(answer.locator(".response-col_status")).containsText(String.valueOf(status));
        return answer.locator(".highlight-code").first().textContent();
    }

    private Locator operation(String operationId) {
        return page.locator("[id$='-" + operationId + "']");
    }
}
