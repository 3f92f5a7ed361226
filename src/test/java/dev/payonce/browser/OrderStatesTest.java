package dev.payonce.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.BOB;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.pay;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.payonce.testsupport.Database;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.WithStores;
import dev.payonce.value.OrderId;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page says what the order's state is, and what follows for the buyer. */
@QuarkusTest
@WithStores
class OrderStatesTest extends BrowserTest {

    @Inject
    Database database;

    @BeforeEach
    void beAlice() {
        signIn();
    }

    @Test
    void aPriceThatChangedMustBeConfirmed() {
        String order = anOrder(ALICE, 1800, "USD");
        checkOut(order);
        amend(order, 2100);

        pressPay();
        showsNotice("order-changed");
        assertThat(inView("[data-notice=order-changed]")).containsText("It was $18.00, it is now $21.00.");
        assertThat(payButton(page)).containsText("Pay $21.00");
        assertThat(Ledger.of(order).calls("charge"), empty());
        pressPay();
        shows("paid");

        assertThat(inView("[data-slot=amount]")).hasText("$21.00");
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    /** The token is for the old price already when the merchant amends it: the server's own guard. */
    @Test
    void aPriceThatChangesWhileItIsPaidMustBeConfirmed() {
        String order = anOrder(ALICE, 1800, "USD");
        checkOut(order);
        page.route(
                "**/pay",
                route -> {
                    amend(order, 2100);
                    route.resume();
                },
                new Page.RouteOptions().setTimes(1));

        pressPay();
        showsNotice("order-changed");

        assertThat(inView("[data-notice=order-changed]")).containsText("It was $18.00, it is now $21.00.");
        assertThat(Ledger.of(order).calls("charge"), empty());
    }

    @Test
    void goodsThatAreSoldOutAreNotPaidFor() {
        CheckoutJourneyTest.putOnTheShelf("0-last", "The last one", 700, 1);
        String order = as(ALICE)
                .body("{\"items\":[{\"sku\":\"0-last\",\"quantity\":1}]}")
                .post("/orders")
                .path("id");
        checkOut(order);
        CheckoutJourneyTest.putOnTheShelf("0-last", "The last one", 700, 0);

        pressPay();
        showsNotice("sold-out");
        assertThat(inView("[data-notice=sold-out]")).containsText("Nothing was charged.");
        assertThat(Ledger.of(order).calls("charge"), empty());
        CheckoutJourneyTest.putOnTheShelf("0-last", "The last one", 700, 1);
        pressPay();
        shows("paid");
    }

    @Test
    void whoIsSignedOutMeanwhileSignsInAndGoesOnWithTheSameToken() {
        String order = anOrder();
        checkOut(order);
        page.route("**/pay", answer(401, "{\"code\":\"UNAUTHENTICATED\"}"), new Page.RouteOptions().setTimes(1));

        pressPay();
        shows("signed-out");
        assertThat(page.locator("[data-part=order]")).isHidden();
        assertThat(inView("[data-notice=in-flight]")).isVisible();
        page.locator("[data-sign-in]").click();
        shows("paid");

        assertThat(calls("POST", "/tokens"), hasSize(1));
        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void anOrderOfSomebodyElseIsNotShown() {
        String order = anOrder(BOB, 1800, "USD");

        page.navigate("/checkout/" + order);
        shows("not-found");

        assertThat(page.locator("[data-part=order]")).isHidden();
        assertThat(page.getByText("18.00")).hasCount(0);
    }

    @Test
    void anOrderPastItsEndIsNotPaid() {
        String order = anOrder();
        checkOut(order);
        database.update(
                "update orders set expires_at = utc_timestamp(6) - interval 1 second where id = ?",
                OrderId.fromString(order).value());

        pressPay();
        shows("expired");

        assertThat(inView("h1")).hasText("This order has expired");
        assertThat(Ledger.of(order).calls("charge"), empty());
    }

    @Test
    void aCancelledOrderIsNotPaid() {
        String order = anOrder();
        checkOut(order);
        as(ALICE).post("/orders/" + order + "/cancel").then().statusCode(200);

        pressPay();

        shows("cancelled");
    }

    @Test
    void aRefundIsShown() {
        String order = anOrder(ALICE, 1800, "USD");
        String payment = pay(aToken(order)).path("id");
        refund(payment, "{\"amount\":800}");
        page.navigate("/checkout/" + order);
        shows("refunded");
        assertThat(inView("[data-slot=back]")).hasText("This order was paid, and a part of it was refunded.");

        refund(payment, "{}");
        page.reload();
        shows("refunded");

        assertThat(inView("[data-slot=back]")).hasText("This order was paid, and all of it was refunded.");
    }

    @Test
    void aPageThatComesBackFromTheCacheOfTheBrowserAsksAgain() {
        String order = anOrder();
        checkOut(order);
        pay(aToken(order)).then().statusCode(200);

        page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))");

        shows("paid");
    }

    @Test
    void whoGoesOnAndComesBackSeesTheOrderAsItIsNow() {
        String order = anOrder();
        checkOut(order);
        page.navigate("/problems");
        pay(aToken(order)).then().statusCode(200);

        page.goBack();
        shows("paid");
        page.goForward();
        assertThat(page.locator("h1")).hasText("Error codes");
    }

    @Test
    void withoutAnAnswerNothingIsSaidOfThePayment() {
        String order = anOrder();
        page.route("**/orders/" + order, Route::abort, new Page.RouteOptions().setTimes(1));
        page.navigate("/checkout/" + order);
        shows("unreachable");
        assertThat(page.getByText("This says nothing about the payment.")).isVisible();

        page.locator("[data-again]").click();

        shows("form");
    }

    @Test
    void refusalsOfTheGatewayAreTold() {
        checkOut(anOrder());
        for (Map.Entry<String, String> refusal : List.of(
                Map.entry("{\"code\":\"GATEWAY_REFUSED\"}", "failed"),
                Map.entry("{\"code\":\"GATEWAY_REFUSED\",\"declineCode\":\"gateway_mismatch\"}", "mismatch"),
                Map.entry("{\"code\":\"GATEWAY_LOST\"}", "failed"),
                Map.entry("{\"code\":\"INVALID_REQUEST\",\"requestId\":\"r-1\"}", "rejected"))) {
            page.route("**/pay", answer(502, refusal.getKey()), new Page.RouteOptions().setTimes(1));

            pressPay();

            showsNotice(refusal.getValue());
        }
        assertThat(inView("[data-slot=request]")).hasText("r-1");
    }

    private static Consumer<Route> answer(int status, String body) {
        return route -> route.fulfill(new Route.FulfillOptions()
                .setStatus(status)
                .setContentType("application/problem+json")
                .setBody(body));
    }

    private static void amend(String order, long amount) {
        Response read = asMerchant().get("/orders/" + order);
        asMerchant()
                .header("If-Match", read.header("ETag"))
                .body(Map.of("amount", amount))
                .patch("/orders/" + order)
                .then()
                .statusCode(200);
    }

    private static void refund(String payment, String body) {
        asMerchant()
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .body(body)
                .post("/payments/" + payment + "/refunds")
                .then()
                .statusCode(201);
    }
}
