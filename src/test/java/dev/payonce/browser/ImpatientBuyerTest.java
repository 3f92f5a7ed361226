package dev.payonce.browser;

import static dev.payonce.testsupport.Shop.anOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However the button is pressed, the page pays once; and with the page out of the way the server does (C06). */
@QuarkusTest
@WithStores
class ImpatientBuyerTest extends BrowserTest {

    private String order;

    @BeforeEach
    void openCheckout() {
        order = anOrder();
        signIn();
        checkOut(order);
    }

    @Test
    void aDoubleClickPaysOnce() {
        payButton(page).dblclick();

        paysOnceByOneRequest();
    }

    @Test
    void twentyClicksInASecondPayOnce() {
        choose("pm_slow_2s");
        BoundingBox button = payButton(page).boundingBox();

        page.mouse()
                .click(
                        button.x + button.width / 2,
                        button.y + button.height / 2,
                        new Mouse.ClickOptions().setClickCount(20).setDelay(45));

        paysOnceByOneRequest();
    }

    @Test
    void aDoubleTapPaysOnce() {
        reopen(options().setHasTouch(true).setIsMobile(true).setViewportSize(390, 844));
        signIn();
        checkOut(order);
        choose("pm_slow_2s");
        payButton(page).scrollIntoViewIfNeeded();
        BoundingBox button = payButton(page).boundingBox();

        for (int tap = 0; tap < 2; tap++) {
            page.touchscreen().tap(button.x + button.width / 2, button.y + button.height / 2);
        }

        paysOnceByOneRequest();
    }

    @Test
    void enterAndClickPayOnce() {
        choose("pm_slow_2s");
        payButton(page).press("Enter");
        payButton(page).click(new Locator.ClickOptions().setForce(true));

        paysOnceByOneRequest();
    }

    @Test
    void twoSubmissionsByScriptPayOnce() {
        page.evaluate(
                "() => { const form = document.querySelector('form'); form.requestSubmit(); form.requestSubmit(); }");

        paysOnceByOneRequest();
    }

    /** Nothing of the page is asked: the guard is the server. */
    @Test
    void twoRequestsThatPassTheButtonByChargeOnce() {
        Gateway.behave(Map.of("delayBeforeMillis", 300));

        Object statuses = page.evaluate(
                """
                async (orderId) => {
                  const {authorization} = JSON.parse(sessionStorage.getItem('payonce.session'));
                  const post = (path, body) => fetch(path, {method: 'POST', body: JSON.stringify(body),
                      headers: {Authorization: authorization, 'Content-Type': 'application/json'}});
                  const token = async () => (await (await post('/tokens', {orderId})).json()).token;
                  const [first, second] = [await token(), await token()];
                  const answers = await Promise.all([first, first, second].map(
                      (token) => post('/pay', {token, paymentMethod: 'pm_ok'})));
                  return answers.map((answer) => answer.status).sort();
                }
                """,
                order);

        // whichever token came first; its twin is told the same, the other one that the order is taken
        assertThat(statuses, anyOf(equalTo(List.of(200, 200, 409)), equalTo(List.of(200, 409, 409))));
        assertThat(Ledger.of(order).approved(), hasSize(1));
        page.reload();
        shows("paid");
    }

    @Test
    void twoTabsPayOnceAndBothShowIt() {
        Page other = window.newPage();
        checkOut(other, order);
        page.locator("input[value=pm_slow_2s]").check();
        other.locator("input[value=pm_slow_2s]").check();

        payButton(page).click();
        payButton(other).click();

        shows(page, "paid");
        shows(other, "paid");
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    private void paysOnceByOneRequest() {
        shows("paid");
        assertThat(calls("POST", "/tokens"), hasSize(1));
        assertThat(calls("POST", "/pay"), hasSize(1));
        assertThat(Ledger.of(order).approved(), hasSize(1));
        assertThat(Ledger.of(order).approved().get(0).values(), hasItem(1800));
    }
}
