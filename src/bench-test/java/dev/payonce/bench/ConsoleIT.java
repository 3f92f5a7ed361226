package dev.payonce.bench;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import dev.payonce.browser.Chromium;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The console for an operator of a shop with many orders, while others pay: {@code mvn verify -Pbench -Dincluded.groups=bench-console}.
 * Each view is opened in a browser with nothing in it; MySQL itself logs the statements that take long.
 *
 * <p>{@code -Dbench.past} orders (100,000), {@code -Dbench.seconds} of load without the console and again with it (40).
 */
@Tag("bench-console")
class ConsoleIT {

    private static final int PAYING = 8;
    private static final int VISITS = 3;

    private static final List<String> VIEWS = List.of(
            "overview",
            "orders",
            "orders?status=PAID",
            "orders?customerId=past7",
            "orders/ord_0000000000031",
            "payments",
            "payments?status=FAILED",
            "recovery",
            "dead-letters",
            "deliveries",
            "audit");

    /** Something that was read, or the word that there is nothing. */
    private static final String READ = "[data-view]:not([hidden]) :is([data-list] tr, [data-order]:not([hidden]), [data-empty]:not([hidden]))";

    private static final String LIVE = "[data-pulse=live]";

    private static final String FIRST_PAINT =
            "() => performance.getEntriesByName('first-contentful-paint').map((paint) => paint.startTime)[0]";

    private static final String SIGN_IN = "if (location.protocol !== 'about:') { sessionStorage.setItem('payonce.session',"
            + " JSON.stringify({authorization: 'Bearer %s', user: 'ops'})); }";

    private final int past = Integer.getInteger("bench.past", 100_000);
    private final double seconds = Double.parseDouble(System.getProperty("bench.seconds", "40"));

    @Test
    void theConsoleAfterManyOrdersWhileOthersPay() throws Exception {
        try (Bench bench = new Bench();
                Past orders = new Past(bench.stores())) {
            orders.grow(past);
            // warm, and with orders to pay, when the console is opened
            double alone = bench.pay(PAYING, seconds).perSecond();
            FutureTask<Measured> paying = new FutureTask<>(() -> bench.pay(PAYING, seconds));
            bench.stores().logSlowStatements();
            new Thread(paying, "load").start();
            visitAll(bench.service().port());
            System.out.printf(
                    "payments a second by %d callers: %.0f before, %.0f meanwhile; %d repeats%n",
                    PAYING, alone, paying.get().perSecond(), Buyer.repeats());
            System.out.println("statements of 50 ms and more, the slowest ten:");
            bench.stores().slowStatements().forEach(System.out::println);
            bench.eachOrderWasChargedOnce();
        }
    }

    private void visitAll(int port) throws IOException {
        String operator = SIGN_IN.formatted(Buyer.signIn(port, "ops", "operator"));
        System.out.printf("%n%d past orders; the longest of %d visits, in ms%n", past, VISITS);
        System.out.printf("%-28s %12s %12s%n", "view", "first paint", "data shown");
        for (String view : VIEWS) {
            visit(view, port, operator);
        }
    }

    private static void visit(String view, int port, String signIn) {
        double paint = 0;
        double shown = 0;
        for (int i = 0; i < VISITS; i++) {
            try (BrowserContext window = Chromium.get().newContext(new Browser.NewContextOptions())) {
                window.addInitScript(signIn);
                Page page = window.newPage();
                long start = System.nanoTime();
                page.navigate("http://127.0.0.1:" + port + "/console#/" + view);
                page.waitForSelector(view.equals("overview") ? LIVE : READ);
                shown = Math.max(shown, (System.nanoTime() - start) / 1e6);
                paint = Math.max(paint, ((Number) page.evaluate(FIRST_PAINT)).doubleValue());
            }
        }
        System.out.printf("%-28s %12.0f %12.0f%n", view, paint, shown);
    }
}
