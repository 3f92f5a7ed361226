package dev.payonce.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** C30: whenever the line breaks, the same token goes again, and the page says nothing that it does not know. */
@QuarkusTest
@WithStores
class BrokenNetworkTest extends BrowserTest {

    private String order;

    @BeforeEach
    void openCheckout() {
        order = anOrder();
        signIn();
        checkOut(order);
    }

    @Test
    void aRequestThatNeverLeftIsSentAgain() {
        once("/pay", Route::abort);

        pressPay();
        shows("paid");

        paidOnceWithOneToken(2);
    }

    @Test
    void anAnswerThatIsLostIsAskedForAgain() {
        once("/pay", route -> {
            route.fetch();
            route.abort();
        });

        pressPay();
        shows("paid");

        paidOnceWithOneToken(2);
    }

    @Test
    void aTokenThatIsLostOnTheWayIsFetchedAgain() {
        once("/tokens", route -> {
            route.fetch();
            route.abort();
        });

        pressPay();
        shows("paid");

        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    @Test
    void aReloadWhileTheGatewayWorksGoesOnWithTheSamePayment() {
        // charged, and not known until it is asked: a slow machine has all the time for its reload
        Gateway.behave(Map.of("delayAfterMillis", 8000, "lookup", false));
        pressPay();
        Poll.until(() -> !Ledger.of(order).calls("charge").isEmpty());

        page.reload();
        shows("checking");
        assertThat(inView("h1")).hasText("We are checking your payment");
        Gateway.behaveWell();
        shows("paid");

        paidOnceWithOneToken(calls("POST", "/pay").size());
        assertThat(calls("POST", "/pay").size(), greaterThan(1));
    }

    /** To the goods and back: the page is another one, the tab and its token are the same. */
    @Test
    void goingBackAndForthWhileTheGatewayWorksPaysOnce() {
        Gateway.behave(Map.of("delayBeforeMillis", 1500));
        pressPay();
        Poll.until(() -> !Ledger.of(order).calls("charge").isEmpty());

        page.navigate("/problems");
        page.goBack();
        shows("paid");

        paidOnceWithOneToken(calls("POST", "/pay").size());
    }

    @Test
    void whoIsOfflineIsToldSoAndPaysWhenBack() {
        window.setOffline(true);

        pressPay();
        assertThat(inView("[data-hint=offline]")).isVisible();
        assertThat(inView("[data-notice]:not([hidden])")).hasCount(0);
        window.setOffline(false);
        shows("paid");

        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    /** The gateway has charged and its answer is lost: nobody knows, until recovery has asked. */
    @Test
    void anUnknownOutcomeIsCheckedAndNotToBePaidAgain() {
        Gateway.behave(Map.of("lookup", false));
        choose("pm_charge_then_cut");

        pressPay();
        shows("checking");
        assertThat(page.getByText("Please do not pay again.")).isVisible();
        assertThat(payButton(page)).not().isVisible();
        Page other = window.newPage();
        other.navigate("/checkout/" + order);
        shows(other, "checking");
        page.reload();
        shows("checking");
        Gateway.behaveWell();
        shows("paid");
        shows(other, "paid");

        assertThat(Ledger.of(order).approved(), hasSize(1));
    }

    static Stream<Route.FulfillOptions> answersThatEndAllAsking() {
        return Stream.of(
                new Route.FulfillOptions()
                        .setStatus(429)
                        .setHeaders(Map.of("Retry-After", "3600"))
                        .setBody("{\"code\":\"RATE_LIMITED\",\"retryable\":true}"),
                new Route.FulfillOptions().setStatus(503).setHeaders(Map.of("Retry-After", "3600")),
                new Route.FulfillOptions().setStatus(403).setBody("<html>blocked</html>"));
    }

    /** The gateway has charged, nobody knows, and then the way to {@code /pay} is closed. */
    @ParameterizedTest
    @MethodSource("answersThatEndAllAsking")
    void aPaymentThatMayNotBeAskedForIsFollowed(Route.FulfillOptions refusal) {
        page.route("**/pay", route -> route.fulfill(refusal));
        once("/pay", Route::resume);
        choose("pm_charge_then_cut");

        pressPay();
        shows("paid");

        paidOnceWithOneToken(2);
    }

    private void paidOnceWithOneToken(int requests) {
        assertThat(calls("POST", "/pay"), hasSize(requests));
        assertThat(
                calls("POST", "/pay").stream().map(Request::postData).distinct().toList(), hasSize(1));
        assertThat(calls("POST", "/tokens"), hasSize(1));
        assertThat(Ledger.of(order).approved(), hasSize(1));
        assertThat(orderStatus(order), equalTo("PAID"));
    }

    /** The first request of this path is treated so, the others go through. */
    private void once(String path, Consumer<Route> treatment) {
        page.route("**" + path, treatment, new Page.RouteOptions().setTimes(1));
    }
}
