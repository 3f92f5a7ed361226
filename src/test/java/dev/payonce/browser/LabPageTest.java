package dev.payonce.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

/** The lab as a page: what a run has told is shown in words, bars and lines. */
@QuarkusTest
@WithStores
class LabPageTest extends BrowserTest {

    @Test
    void theTwoChargesOfALockThatEndedTooEarlyAreDrawnAndTold() {
        open("DISTRIBUTED_LOCK", "LOCK_EXPIRES_EARLY");

        page.locator("[data-run]").click();

        assertThat(page.locator(".count")).hasText("2");
        assertThat(page.locator("[data-told]")).containsText("more than once");
        assertThat(page.locator("[data-drawing] .coin")).hasCount(2);
        assertThat(page.locator("[data-steps] [data-step=CHARGED]")).hasCount(2);
        assertThat(page.locator("[data-steps] [data-lane='-1']")).containsText("Fault: Lock expires early");
        assertThat(page.locator("[data-rows] tr")).hasCount(1);
    }

    @Test
    void theKeyboardAloneRunsPayonceOnce() {
        open("PAYONCE", "NONE");

        page.locator("input[value=NONE]").focus();
        page.keyboard().press("ArrowDown");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");

        assertThat(page.locator(".count")).hasText("1");
        assertThat(page.locator("[data-slot=setting]")).containsText("Redis forgets");
        assertThat(page.locator("[data-verdict]")).hasAttribute("data-tone", "good");
    }

    @Test
    void aCardTriesItsPatternInChineseToo() {
        reopen(options().setLocale("zh-CN"));
        open("PAYONCE", "CRASH");

        page.locator("[data-try=STATE_MACHINE]").click();

        assertThat(page.locator(".count")).hasText("1");
        assertThat(page.locator("[data-verdict]")).hasAttribute("data-tone", "warn");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
                .hasText("实验室");
        assertThat(page.locator("[data-told]")).containsText("状态机");
    }

    /** With a few callers, to be kind to the machine. */
    private void open(String pattern, String fault) {
        page.navigate("/lab");
        page.selectOption("#pattern", pattern);
        page.locator("#callers").focus();
        page.keyboard().press("Home");
        page.locator("input[value=" + fault + "]").check();
    }
}
