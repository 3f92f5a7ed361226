package dev.payonce.browser;

import static dev.payonce.testsupport.Shop.ALICE;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.ReducedMotion;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Shop;
import io.quarkus.test.common.http.TestHTTPResource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * A browser with nothing in it for each test, in which Alice is signed in. Whatever a test does, no page may complain in
 * the console, break its content policy, or put a secret into a URL.
 */
abstract class BrowserTest {

    /** A refusal that a script asked for is written to the console by the browser itself. */
    private static final Pattern REFUSED_CALL = Pattern.compile(
            "/(tokens|pay|orders|stock|sandbox/login|console/figures|payments|refunds|recovery|dead-letters|deliveries"
                    + "|webhook-deliveries)(/.*)?");

    private static final Pattern SECRET = Pattern.compile("pt_[A-Za-z0-9_-]{20}|eyJ");

    /** Of the page as it is now: findings that keep people out, as {@code rule: element}. */
    private static final String SERIOUS_FINDINGS =
            """
            async () => {
              const {violations} = await axe.run({resultTypes: ['violations']});
              return violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
                  .flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html}`));
            }
            """;

    private static final String WATCH_POLICY = "document.addEventListener('securitypolicyviolation',"
            + " event => console.error('policy broken: ' + event.violatedDirective + ' ' + event.blockedURI));";

    /** Once for each tab, so that a test can sign out. */
    private static final String SIGN_IN =
            """
            if (location.protocol !== 'about:' && !sessionStorage.getItem('seeded')) {
              sessionStorage.setItem('seeded', 'yes');
              sessionStorage.setItem('payonce.session', JSON.stringify({authorization: 'Bearer %s', user: '%s'}));
            }
            """;

    @TestHTTPResource("/")
    URL service;

    protected BrowserContext window;
    protected Page page;

    private final List<String> complaints = new ArrayList<>();
    private final List<Request> requests = new ArrayList<>();

    @BeforeEach
    void openWindow() {
        open(options());
    }

    @AfterEach
    void closeWindow() {
        window.close();
        Gateway.behaveWell();
        assertThat(complaints, empty());
    }

    protected Browser.NewContextOptions options() {
        // what turns and fades costs a busy machine more than the test itself
        return new Browser.NewContextOptions()
                .setLocale("en-US")
                .setViewportSize(1280, 800)
                .setReducedMotion(ReducedMotion.REDUCE);
    }

    /** Instead of the window that each test has. */
    protected void reopen(Browser.NewContextOptions options) {
        window.close();
        open(options);
    }

    private void open(Browser.NewContextOptions options) {
        window = Chromium.get().newContext(options.setBaseURL(service.toString()));
        window.addInitScript(WATCH_POLICY);
        window.onConsoleMessage(this::listen);
        window.onWebError(error -> complaints.add(error.error()));
        window.onRequest(this::watch);
        window.onDialog(dialog -> {
            complaints.add("a dialog: " + dialog.message());
            dialog.dismiss();
        });
        page = window.newPage();
    }

    protected void signIn() {
        Shop.as(ALICE);
        window.addInitScript(SIGN_IN.formatted(Shop.bearer(ALICE), ALICE));
    }

    protected void signInAsOperator() {
        Shop.asOperator();
        window.addInitScript(SIGN_IN.formatted(Shop.bearer("ops", "operator"), "ops"));
    }

    private void listen(ConsoleMessage message) {
        boolean refused = message.text().startsWith("Failed to load resource")
                && REFUSED_CALL
                        .matcher(String.valueOf(URI.create(message.location().replaceFirst("(:\\d+){2}$", ""))
                                .getPath()))
                        .matches();
        if (List.of("error", "warning").contains(message.type()) && !refused) {
            complaints.add(message.text() + " at " + message.location());
        }
    }

    private void watch(Request request) {
        requests.add(request);
        if (SECRET.matcher(request.url()).find()) {
            complaints.add("a secret in a URL: " + request.url());
        }
    }

    /** The calls that pages have made of this path so far. */
    protected List<Request> calls(String method, String path) {
        return requests.stream()
                .filter(request -> request.method().equals(method)
                        && URI.create(request.url()).getPath().equals(path))
                .toList();
    }

    /** What keeps people out of the page as it is now; with {@link #axe} as a script of it. */
    @SuppressWarnings("unchecked")
    protected List<String> findings() {
        // what is still fading in has another contrast
        page.evaluate(
                "() => Promise.all(document.getAnimations().map((one) => one.effect.getTiming().iterations === Infinity"
                        + " ? null : one.finished))");
        return (List<String>) page.evaluate(SERIOUS_FINDINGS);
    }

    protected static String axe() {
        try (InputStream script = BrowserTest.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // --- what a buyer does ---

    protected void checkOut(String order) {
        checkOut(page, order);
    }

    protected static void checkOut(Page page, String order) {
        page.navigate("/checkout/" + order);
        shows(page, "form");
    }

    protected void choose(String paymentMethod) {
        page.locator("input[value=" + paymentMethod + "]").check();
    }

    protected void pressPay() {
        payButton(page).click();
    }

    protected static Locator payButton(Page page) {
        return page.locator("[data-pay]");
    }

    /** Waits until the checkout page is in this state. */
    protected void shows(String view) {
        shows(page, view);
    }

    protected static void shows(Page page, String view) {
        page.waitForSelector("#checkout[data-state=" + view + "]");
    }

    protected void showsNotice(String notice) {
        page.waitForSelector("[data-view=form] [data-notice=" + notice + "]:not([hidden])");
    }

    protected Locator inView(String selector) {
        return page.locator("[data-view]:not([hidden]) " + selector);
    }
}
