package dev.payonce.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.payonce.testsupport.Shop.BOB;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.orderStatus;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.OutboxFixture;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WebhookReceiver;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.DeadLetterId;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The console: for operators alone, live, and true while a store is away. */
@QuarkusTest
@WithStores
class ConsoleTest extends BrowserTest {

    private static final String SCRIPT = "<img src=x onerror=document.title='ran'>";

    @Inject
    Database database;

    @Inject
    OutboxFixture outbox;

    private WebhookReceiver receiver;
    private String endpoint;

    /** An endpoint that stayed would be told of every order of the tests that follow. */
    @AfterEach
    void stopReceiving() {
        if (receiver != null) {
            asMerchant("console-shop")
                    .delete("/webhook-endpoints/" + endpoint)
                    .then()
                    .statusCode(204);
            receiver.close();
        }
    }

    @Test
    void nobodyIsShownNothingAndTheSandboxSignsIn() {
        page.navigate("/console");
        showsView("refused");
        assertThat(page.locator("[data-nobody]")).isVisible();
        assertThat(page.locator("[data-nav]")).isHidden();

        page.locator("[data-sign-in]").click();
        showsView("overview");

        isLive();
        assertThat(page.locator("[data-who]")).containsText("olga");
    }

    @Test
    void aCustomerIsRefusedWithoutDataAndStaysSignedInElsewhere() {
        String order = anOrder();
        signIn();

        page.navigate("/console#/orders");
        showsView("refused");

        assertThat(page.locator("[data-other]"))
                .containsText("alice is signed in, but does not have the role operator");
        assertThat(page.content(), not(containsString(order)));
        page.locator("[data-sign-in]").click();
        showsView("orders");
        assertThat(row(order)).isVisible();
        page.navigate("/");
        assertThat(page.locator(".who")).containsText("alice");
    }

    @Test
    void aSignInThatHasEndedTakesTheDataAway() {
        signInAsOperator();
        open("orders");
        page.waitForSelector("[data-list=orders] tbody tr, [data-list=orders] [data-empty]:not([hidden])");
        page.evaluate(
                "() => sessionStorage.setItem('payonce.session', JSON.stringify({authorization: 'Bearer gone', user: 'ops'}))");

        page.locator("[data-tab=payments]").click();
        showsView("refused");

        assertThat(page.locator("[data-list=orders]")).isEmpty();
        assertThat(page.locator("[data-list=payments]")).isEmpty();
    }

    @Test
    void aPaymentIsSeenAtOnce() {
        signInAsOperator();
        open("overview");
        isLive();
        long before = total("approved");

        String token = aToken(anOrder());
        pay(token).then().statusCode(200);
        pay(token).then().statusCode(200);

        assertThat(page.locator("[data-total=approved]")).hasText(String.valueOf(before + 1));
        assertThat(page.locator("[data-plot=payments] .area").first()).isVisible();
        assertThat(page.locator("[data-plot=duplicates] .drawing"))
                .hasAttribute(
                        "aria-label", java.util.regex.Pattern.compile("Duplicates stopped per second\\. Replayed .*"));
    }

    /** A page that something on the way puts in the place of the stream, and a stream that ends before it has begun. */
    @ParameterizedTest
    @ValueSource(strings = {"text/html", "text/event-stream"})
    void whatIsNotTheStreamIsAskedForAgainAfterAPause(String contentType) {
        signInAsOperator();
        page.route(
                "**/console/figures", route -> route.fulfill(new Route.FulfillOptions().setContentType(contentType)));

        open("overview");
        page.waitForTimeout(1_000);
        int asked = calls("GET", "/console/figures").size();
        assertThat(page.locator("[data-pulse=lost]")).isVisible();
        page.unroute("**/console/figures");
        isLive();

        // without a pause hundreds; some more than one on a machine that is slow
        assertThat(asked, is(lessThan(20)));
    }

    @Test
    void anIdLeadsToItsOrderAndAWrongOneIsExplained() {
        String order = anOrder();
        String payment = pay(aToken(order)).path("id");
        String refund = refund(payment, 300);
        signInAsOperator();
        open("orders");

        for (String id : List.of(order, payment, refund)) {
            find(id);
            showsView("order");
            assertThat(page.locator("#order-title")).containsText(order);
            page.locator("[data-back]").click();
            showsView("orders");
        }
        find("ord_123");
        assertThat(page.locator("[data-wrong]")).containsText("This is no id: after ord_ come exactly 13");
        find("pay_0P4X8KQ2V9TBM");
        assertThat(page.locator("[data-wrong]")).containsText("There is nothing under pay_0P4X8KQ2V9TBM.");
        find("ord_0P4X8KQ2V9TBM");
        showsView("order");
        assertThat(page.locator("[data-list=order] [data-empty]")).containsText("There is nothing under");
    }

    @Test
    void ordersAreFoundByCustomerAndStateInPages() {
        String carol = "carol-" + UUID.randomUUID();
        for (int i = 0; i < 26; i++) {
            anOrder(carol, 100, "USD");
        }
        signInAsOperator();
        open("orders");

        find(carol);
        assertThat(page.locator("[data-list=orders] tbody tr")).hasCount(25);
        page.locator("[data-list=orders] [data-more]").click();
        assertThat(page.locator("[data-list=orders] tbody tr")).hasCount(26);
        assertThat(page.locator("[data-list=orders] [data-more]")).isHidden();
        page.selectOption("#order-state", "PAID");

        assertThat(page.locator("[data-list=orders] [data-empty]")).hasText("No order fits.");
        page.goBack();
        assertThat(page.locator("[data-list=orders] tbody tr")).hasCount(25);
    }

    @Test
    void theLineOfAnOrderTellsAllThatHappened() {
        String order = anOrder();
        pay(aToken(order), "pm_declined").then().statusCode(402);
        String payment = pay(aToken(order)).path("id");
        refund(payment, 300);
        signInAsOperator();

        open("orders/" + order);
        page.waitForSelector("[data-line] li");

        assertThat(moments()).containsText(new String[] {
            "Order made: Not paid yet", "Payment begun", "do_not_honor", "Payment begun", "Payment: Succeeded", "$3.00"
        });
        assertThat(page.locator("[data-line]")).containsText("Being paid to Paid");
        assertThat(page.locator("[data-line]")).containsText("by alice: payment started");
        assertThat(page.locator("[data-line] time").first())
                .hasAttribute("title", java.util.regex.Pattern.compile(".+"));
    }

    @Test
    void anOpenPaymentIsAskedAbout() {
        Gateway.behave(Map.of("outcome", "approve", "lookup", false));
        String order = anOrder();
        pay(aToken(order), "pm_charge_then_cut").then().statusCode(202);
        signInAsOperator();
        open("recovery");
        Locator open = page.locator(
                "[data-list=open] tr",
                new Page.LocatorOptions().setHas(page.locator("a[href='#/orders/" + order + "']")));
        assertThat(open).isVisible();
        Gateway.behaveWell();

        open.locator("[data-recheck]").click();

        assertThat(open).isHidden();
        assertThat(page.locator("[data-told]")).containsText("Succeeded");
        assertThat(orderStatus(order), equalTo("PAID"));
    }

    @Test
    void whatOthersWriteIsShownAsText() {
        String customer = SCRIPT + UUID.randomUUID();
        String order = asMerchant()
                .body(Map.of("customerId", customer, "amount", 100, "currency", "USD", "description", SCRIPT))
                .post("/orders")
                .path("id");
        deadLetter(SCRIPT);
        signInAsOperator();

        open("orders");
        find(customer);
        assertThat(row(order)).containsText(SCRIPT);
        page.locator("[data-list=orders] a").first().click();
        showsView("order");
        assertThat(page.locator(".facts [data-slot=customer]")).hasText(customer);
        assertThat(page.locator(".facts [data-slot=description]")).hasText(SCRIPT);
        open("dead-letters");
        page.locator("[data-list=dead-letters] summary").first().click();
        for (String slot : List.of("message", "detail", "body", "headers")) {
            assertThat(page.locator("[data-list=dead-letters] [data-slot=" + slot + "]")
                            .first())
                    .containsText("onerror");
        }
        open("orders?customer=" + SCRIPT.replace(" ", "%20") + "&status=" + SCRIPT.replace(" ", "%20"));
        assertThat(page.locator("[data-list=orders] [data-trouble]")).isVisible();

        assertThat(page.title(), not(equalTo("ran")));
        assertThat(page.locator("main :is(script, img)").count(), equalTo(0));
    }

    @Test
    void aDeadLetterIsSentAgainAndTheOutcomeIsTold() {
        String id = deadLetter("{}");
        signInAsOperator();
        open("dead-letters");
        page.selectOption("#letter-state", "DEAD");
        Locator letter =
                page.locator("[data-list=dead-letters] tr:not(.under)", new Page.LocatorOptions().setHasText(id));

        letter.locator("[data-redrive]").click();

        assertThat(page.locator("[data-told]")).containsText(id + ": Waiting");
    }

    @Test
    void aWebhookIsSentAgain() {
        receiver = WebhookReceiver.start();
        endpoint = asMerchant("console-shop")
                .body(Map.of("url", receiver.url()))
                .post("/webhook-endpoints")
                .then()
                .statusCode(201)
                .extract()
                .path("id");
        String order = anOrder();
        outbox.addEvents(order, 1);
        dev.payonce.testsupport.Poll.until(() -> receiver.received(order).size() == 1);
        signInAsOperator();
        open("deliveries");
        Locator told =
                page.locator("[data-list=deliveries] tr:not(.under)", new Page.LocatorOptions().setHasText(order));

        told.locator("[data-resend]").click();

        assertThat(page.locator("[data-told]")).containsText("is sent again");
        dev.payonce.testsupport.Poll.until(() -> receiver.received(order).size() == 2);
    }

    @Test
    void whoWasRefusedWhatIsFoundByResultAndByCaller() {
        String mallory = "mallory-" + UUID.randomUUID();
        as(mallory)
                .body(Map.of("name", "Tea", "price", 1, "currency", "USD", "available", 1))
                .put("/stock/tea")
                .then()
                .statusCode(403);
        signInAsOperator();
        open("audit");
        page.selectOption("#audit-state", "REFUSED");
        Locator refused = page.locator("[data-list=audit] tbody tr", new Page.LocatorOptions().setHasText(mallory));
        dev.payonce.testsupport.Poll.until(() -> {
            page.reload();
            page.waitForSelector("[data-list=audit] tbody tr");
            return refused.count() == 1;
        });

        assertThat(refused).containsText("PUT /stock/tea");
        assertThat(refused.locator("[data-slot=address]")).hasText("127.0.0.1");
        refused.locator("[data-actor]").click();

        assertThat(page.locator("[data-list=audit] tbody tr")).hasCount(1);
        assertThat(page.locator("[data-list=audit] [data-slot=status]")).hasText("Refused");
    }

    @Test
    void aMysqlThatIsAwayIsToldAndThePageStaysUp() {
        signInAsOperator();
        open("overview");
        isLive();
        Stores.pause(Stores.mysqlPid());
        try {
            assertThat(page.locator("[data-store-away=MySQL]")).isVisible();
            assertThat(page.locator("[data-backlog=open] td").first()).hasText("–");
            page.locator("[data-tab=orders]").click();
            assertThat(page.locator("[data-list=orders] [data-trouble]")).containsText("Temporarily unavailable");
            isLive();
        } finally {
            Stores.resume(Stores.mysqlPid());
        }

        assertThat(page.locator("[data-store-away=MySQL]")).isHidden();
        dev.payonce.testsupport.Poll.until(() -> {
            page.locator("[data-list=orders] [data-again]").click(new Locator.ClickOptions().setForce(true));
            return page.locator("[data-list=orders] tbody tr").count() > 0
                    || page.locator("[data-list=orders] [data-trouble]").isHidden();
        });
    }

    @Test
    void theLanguageIsSwitchedInThePlaceWhereOneIs() {
        signInAsOperator();
        open("recovery");

        page.getByText("中文").click();
        assertThat(page.locator("#recovery-title")).hasText("未完成的支付");
        showsView("recovery");
        isLive();
        page.getByText("English").click();

        assertThat(page.locator("#recovery-title")).hasText("Open payments");
    }

    @Test
    void theKeyboardAloneFindsAnOrderAndItsHistory() {
        String order = anOrder(BOB, 4200, "JPY");
        signInAsOperator();
        open("overview");

        tabTo("Orders");
        page.keyboard().press("Enter");
        showsView("orders");
        assertThat(page.locator("#orders-title")).isFocused();
        page.keyboard().press("Tab");
        page.keyboard().type(order);
        page.keyboard().press("Enter");
        showsView("order");

        assertThat(page.locator("#order-title")).isFocused();
        assertThat(page.locator(".heading .sum")).hasText("¥4,200");
    }

    /** Every part, at the size of a phone, where nothing may be wider than the screen. */
    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void noSeriousFindingOfAxeAndNothingIsTooWide(ColorScheme colours) {
        String order = anOrder();
        pay(aToken(order)).then().statusCode(200);
        deadLetter("{}");
        reopen(options().setColorScheme(colours).setViewportSize(390, 844).setBypassCSP(true));
        signInAsOperator();
        window.addInitScript(axe());
        page.navigate("/console");
        isLive();

        for (String part : List.of(
                "overview",
                "orders",
                "orders/" + order,
                "payments",
                "recovery",
                "dead-letters",
                "deliveries",
                "audit")) {
            open(part);
            page.waitForFunction(
                    "() => [...document.querySelectorAll('[data-view]:not([hidden]) [data-loading]')].every((one) => one.hidden)");
            assertThat(part, findings(), is(empty()));
            assertThat(part, page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), equalTo((Object)
                    true));
        }
        page.evaluate("() => document.querySelector('#console').dispatchEvent(new Event('refused'))");
        assertThat(findings(), is(empty()));
    }

    private void open(String part) {
        page.navigate("/console#/" + part.replace("overview", ""));
        showsView(part.startsWith("orders/") ? "order" : part.replaceFirst("\\?.*", ""));
    }

    private void showsView(String view) {
        page.waitForSelector("#console[data-state='" + view + "']");
    }

    private void isLive() {
        page.waitForSelector("[data-pulse=live]");
    }

    private void find(String term) {
        page.locator("#term").fill(term);
        page.locator("#term").press("Enter");
    }

    private Locator row(String order) {
        return page.locator("[data-list=orders] tr", new Page.LocatorOptions().setHasText(order));
    }

    private Locator moments() {
        return page.locator("[data-line] li");
    }

    private long total(String name) {
        return Long.parseLong(
                page.locator("[data-total=" + name + "]").textContent().replace(",", ""));
    }

    private void tabTo(String name) {
        for (int presses = 0; presses < 60; presses++) {
            page.keyboard().press("Tab");
            if (String.valueOf(page.evaluate("() => document.activeElement.textContent.trim()"))
                    .equals(name)) {
                return;
            }
        }
        throw new AssertionError("the keyboard does not reach: " + name);
    }

    private static String refund(String payment, int amount) {
        return asMerchant()
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .body(Map.of("amount", amount))
                .post("/payments/" + payment + "/refunds")
                .path("id");
    }

    /** One that no cure helps: its bytes are no message. */
    private String deadLetter(String text) {
        DeadLetterId id = DeadLetterId.next();
        database.update(
                "insert into dead_letter (id, digest, broker, queue, message_id, reason, detail, status, deliveries, body,"
                        + " body_size, headers, first_seen_at, last_seen_at)"
                        + " values (?, unhex(sha2(?, 256)), 'test', 'payonce-commands', ?, 'MALFORMED', ?, 'DEAD', 1, ?, ?,"
                        + " ?, utc_timestamp(6), utc_timestamp(6))",
                id.value(),
                id.toString(),
                text,
                text,
                text,
                text.length(),
                new io.vertx.core.json.JsonObject().put("note", text).encode());
        return id.toString();
    }
}
