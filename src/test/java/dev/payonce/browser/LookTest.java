package dev.payonce.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.anOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** For everyone: in two languages, in light and dark, by keyboard alone, and for those who hear the page. */
@QuarkusTest
@WithStores
class LookTest extends BrowserTest {

    @Test
    void theLanguageIsSwitchedAndRemembered() {
        signIn();
        checkOut(anOrder(ALICE, 1800, "USD"));

        page.getByText("中文").click();
        shows("form");
        assertThat(page.locator("html")).hasAttribute("lang", "zh-Hans");
        assertThat(payButton(page)).containsText("支付 US$18.00");
        page.navigate("/problems");
        assertThat(page.locator("h1")).hasText("错误代码");
        page.getByText("English").click();

        assertThat(page.locator("h1")).hasText("Error codes");
        assertThat(page.locator("html")).hasAttribute("lang", "en");
    }

    @Test
    void aSwitchInTheMiddleOfAPaymentLosesNothing() {
        signIn();
        String order = anOrder();
        checkOut(order);
        choose("pm_slow_2s");
        page.waitForRequest("**/pay", this::pressPay);

        page.getByText("中文").click();
        shows("paid");

        assertThat(inView("h1")).containsText("支付成功");
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @ParameterizedTest
    @CsvSource({"zh-CN,zh-Hans", "zh-TW,zh-Hans", "en-GB,en", "de-DE,en"})
    void theFirstLanguageIsTheBrowsers(String asked, String shown) {
        reopen(options().setLocale(asked));

        page.navigate("/problems");

        assertThat(page.locator("html")).hasAttribute("lang", shown);
    }

    @Test
    void coloursFollowTheSystemUntilTheyAreChosen() {
        reopen(options().setColorScheme(ColorScheme.DARK));
        page.navigate("/problems");
        String dark = paper();
        assertThat(page.locator("[data-theme-switch]")).hasAttribute("aria-pressed", "true");

        page.locator("[data-theme-switch]").click();
        String light = paper();
        page.reload();

        assertThat(light, not(equalTo(dark)));
        assertThat(paper(), equalTo(light));
        assertThat(page.locator("[data-theme-switch]")).hasAttribute("aria-pressed", "false");
    }

    @Test
    void whoWantsNoMotionSeesNone() {
        page.navigate("/checkout/ord_0P4X8KQ2V9TBM");
        assertThat(turn(), equalTo("0s"));

        reopen(options().setReducedMotion(ReducedMotion.NO_PREFERENCE));
        page.navigate("/checkout/ord_0P4X8KQ2V9TBM");

        assertThat(turn(), equalTo("1s"));
    }

    private Object turn() {
        return page.evaluate("() => getComputedStyle(document.querySelector('.spinner')).animationDuration");
    }

    /** From the top of the page, with Tab, arrows and Enter; the focus is seen, and is where the news is. */
    @Test
    void theKeyboardAloneBuysAndPays() {
        CheckoutJourneyTest.putOnTheShelf("0-globe", "Desk globe", 4999, 1000);
        page.navigate("/");
        page.waitForSelector("[data-goods] button");

        tabTo("Buy Desk globe");
        page.keyboard().press("Enter");
        shows("form");
        tabTo("Test card is approved");
        page.keyboard().press("ArrowDown");
        tabTo("Pay $49.99");
        page.keyboard().press("Enter");
        showsNotice("declined");
        assertThat(payButton(page)).isFocused();
        page.keyboard().press("Shift+Tab");
        page.keyboard().press("ArrowUp");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        shows("paid");

        assertThat(inView("h1")).isFocused();
    }

    private void tabTo(String name) {
        for (int presses = 0; presses < 60; presses++) {
            page.keyboard().press("Tab");
            Object focused = page.evaluate("() => (document.activeElement.labels?.[0] ?? document.activeElement)"
                    + ".textContent.replace(/\\s+/g, ' ').trim()");
            if (String.valueOf(focused).contains(name)) {
                assertThat(page.evaluate("() => document.activeElement.matches(':focus-visible')"), equalTo((Object)
                        true));
                return;
            }
        }
        throw new AssertionError("the keyboard does not reach: " + name);
    }

    @Test
    void theSkipLinkIsTheFirstAndLeadsToTheContent() {
        page.navigate("/problems");

        page.keyboard().press("Tab");
        assertThat(page.getByText("Skip to the content")).isFocused();
        page.keyboard().press("Enter");

        assertThat(page.locator("main")).isFocused();
    }

    /** Every page and every state of the checkout page, at the size of a phone. */
    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void noSeriousFindingOfAxe(ColorScheme colours) {
        reopen(options().setColorScheme(colours).setViewportSize(390, 844).setBypassCSP(true));
        signIn();
        window.addInitScript(axe());
        String order = anOrder();

        page.navigate("/");
        page.waitForSelector("[data-orders] li");
        assertThat(findings(), is(empty()));
        for (String path : List.of("/problems", "/problems/TOKEN_EXPIRED", "/lab")) {
            page.navigate(path);
            assertThat(findings(), is(empty()));
        }
        checkOut(order);
        assertThat(findings(), is(empty()));
        choose("pm_declined");
        pressPay();
        showsNotice("declined");
        assertThat(findings(), is(empty()));
        eachStateByItself();
    }

    /** Not all of them can be brought about at will: the page is told to show each. */
    private void eachStateByItself() {
        for (String view : List.of(
                "checking",
                "paid",
                "refunded",
                "expired",
                "cancelled",
                "other",
                "signed-out",
                "not-found",
                "unreachable")) {
            page.evaluate(
                    "(view) => document.querySelectorAll('[data-view]').forEach("
                            + "(panel) => { panel.hidden = panel.dataset.view !== view; })",
                    view);
            assertThat(view, findings(), is(empty()));
        }
    }

    private String paper() {
        return String.valueOf(page.evaluate("() => getComputedStyle(document.body).backgroundColor"));
    }
}
