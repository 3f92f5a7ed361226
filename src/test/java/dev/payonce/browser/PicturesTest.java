package dev.payonce.browser;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Makes the pictures of README.md, under {@code target/pictures}; from there they are copied to {@code src/docs}:
 * {@code mvn test -Dtest=PicturesTest -Dpayonce.test.pictures=true}.
 */
@EnabledIfSystemProperty(
        named = "payonce.test.pictures",
        matches = "true",
        disabledReason = "they are made when asked for")
@QuarkusTest
@WithStores
class PicturesTest extends BrowserTest {

    private static final Path DIRECTORY = Path.of("target/pictures");
    private static final Path KEPT = Path.of("src/docs");
    private static final long LARGEST = 300_000;

    @Test
    void theCheckoutPageOnADesk() throws IOException {
        signIn();
        checkOut(anOrderOfGoods());

        picture("checkout");
    }

    @Test
    void theReceiptOnAPhoneAtNight() throws IOException {
        reopen(options()
                .setViewportSize(390, 844)
                .setColorScheme(ColorScheme.DARK)
                .setDeviceScaleFactor(2));
        signIn();
        checkOut(anOrderOfGoods());
        pressPay();
        shows("paid");
        page.waitForFunction("() => document.getAnimations().every((one) => one.playState === 'finished')");

        picture("receipt");
    }

    @Test
    void theLabOnADesk() throws IOException {
        reopen(options().setViewportSize(1280, 1100));
        page.navigate("/lab");
        page.selectOption("#pattern", "DISTRIBUTED_LOCK");
        page.locator("input[value=LOCK_EXPIRES_EARLY]").check();
        page.locator("[data-run]").click();
        page.waitForSelector("[data-rows] tr");
        page.locator(".bench").evaluate("(bench) => bench.scrollIntoView()");

        picture("lab");
    }

    /** With payments while one looks: a minute of them is drawn. */
    @Test
    void theConsoleOnADesk() throws IOException {
        reopen(options().setViewportSize(1280, 1000));
        signInAsOperator();
        page.navigate("/console");
        for (int second = 0; second < 20; second++) {
            payments(2 + second % 5);
            page.waitForTimeout(400);
        }
        page.waitForSelector("[data-plot=latency] .curve");

        picture("console");
    }

    private static void payments(int count) {
        for (int i = 0; i < count; i++) {
            String token = aToken(anOrder());
            pay(token, i == 2 ? "pm_declined" : "pm_ok");
            pay(token, i == 2 ? "pm_declined" : "pm_ok");
        }
    }

    private void picture(String name) throws IOException {
        Path file = DIRECTORY.resolve(name + ".png");
        page.screenshot(new Page.ScreenshotOptions().setPath(file));
        assertThat(name, Files.size(file), is(lessThan(LARGEST)));
        assertThat(name + " in " + KEPT, Files.size(KEPT.resolve(name + ".png")), is(lessThan(LARGEST)));
    }

    private static String anOrderOfGoods() {
        CheckoutJourneyTest.putOnTheShelf("tea", "Darjeeling, 100 g", 1250, 1000);
        CheckoutJourneyTest.putOnTheShelf("mug", "Stoneware mug", 1899, 250);
        return asMerchant()
                .body(Map.of(
                        "customerId",
                        ALICE,
                        "items",
                        List.of(Map.of("sku", "tea", "quantity", 2), Map.of("sku", "mug", "quantity", 1))))
                .post("/orders")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
    }
}
