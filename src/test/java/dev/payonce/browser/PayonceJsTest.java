package dev.payonce.browser;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasEntry;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.junit.QuarkusTest;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** payonce.js by itself, in front of a server whose answers are written down here. */
@QuarkusTest
@WithStores
class PayonceJsTest extends BrowserTest {

    private static final String ORDER = "ord_0P4X8KQ2V9TBM";
    private static final Answer PAID = new Answer(200, "{\"status\":\"SUCCEEDED\",\"amount\":100}", 0);
    private static final Answer CUT = new Answer(0, "", 0);
    private static final Answer PENDING = new Answer(200, "{\"status\":\"PENDING\",\"amount\":120}", 0);

    /** Runs payOrder and hands back how it ended, what it told, and what was kept at each step and is kept now. */
    private static final String PAY =
            """
            async (more) => {
              const {payOrder, pendingPayment} = await import('/payonce.js');
              const orderId = '%s';
              const kept = () => sessionStorage.getItem('payonce::' + orderId);
              const states = [];
              const wish = {orderId, paymentMethod: 'pm_ok', authorization: 'Bearer x',
                  onState: (state) => states.push({...state, kept: kept()}), ...more};
              const begun = Date.now();
              const end = await payOrder(wish);
              return {end, states, millis: Date.now() - begun, pending: pendingPayment(wish)};
            }
            """
                    .formatted(ORDER);

    private int tokens;

    @BeforeEach
    void openSomePage() {
        page.navigate("/problems/TOKEN_EXPIRED");
        page.route("**/tokens", route -> fulfill(route, aToken()));
    }

    private Answer aToken() {
        tokens++;
        return new Answer(201, "{\"token\":\"t%d\",\"amount\":100,\"currency\":\"USD\"}".formatted(tokens), 0);
    }

    /** What the server says; status 0 cuts the connection. */
    private record Answer(int status, String body, int retryAfter) {

        static Answer problem(int status, String code) {
            return new Answer(status, "{\"code\":\"%s\",\"retryable\":false}".formatted(code), 0);
        }

        static Answer comeBack(int status, String code, int retryAfter) {
            return new Answer(status, "{\"code\":\"%s\",\"retryable\":true}".formatted(code), retryAfter);
        }
    }

    static Stream<Answer> answersThatAreNoEnd() {
        return Stream.of(
                CUT,
                Answer.comeBack(409, "PAYMENT_IN_PROGRESS", 0),
                Answer.comeBack(429, "RATE_LIMITED", 0),
                Answer.comeBack(500, "INTERNAL", 0),
                Answer.comeBack(503, "STORE_UNAVAILABLE", 0),
                Answer.comeBack(503, "OVERLOADED", 0),
                new Answer(202, "{\"status\":\"PROCESSING\"}", 0),
                // not ours: from something on the way
                new Answer(502, "<html>bad gateway</html>", 0),
                new Answer(504, "", 0),
                new Answer(429, "slow down", 0),
                new Answer(200, "<html>sign in to this network</html>", 0),
                new Answer(200, "{}", 0));
    }

    @ParameterizedTest
    @MethodSource("answersThatAreNoEnd")
    void whatIsNoEndIsRepeatedWithTheSameToken(Answer answer) {
        answer("/pay", answer, PAID);

        Map<String, Object> told = payOrder();

        assertThat(end(told), equalTo("paid"));
        assertThat(sentTokens(), contains("t1", "t1"));
        assertThat(told, hasEntry("pending", null));
    }

    @Test
    void theTokenIsKeptBeforeItIsSentAndForgottenAtTheEnd() {
        answer("/pay", CUT, PAID);

        List<Map<String, Object>> states = states(payOrder());

        Map<String, Object> paying = states.stream()
                .filter(state -> state.get("state").equals("paying"))
                .findFirst()
                .orElseThrow();
        assertThat(
                (String) paying.get("kept"),
                equalTo("{\"token\":\"t1\",\"amount\":100,\"paymentMethod\":\"pm_ok\",\"sent\":true}"));
        assertThat(page.evaluate("() => sessionStorage.length"), equalTo(0));
    }

    @Test
    void eachStepIsToldWithWhetherAnythingWasSent() {
        answer("/pay", CUT, new Answer(202, "{}", 0), PAID);

        List<String> told = states(payOrder()).stream()
                .map(state -> state.get("state") + " " + state.get("sent")
                        + (state.containsKey("reason") ? " " + state.get("reason") : ""))
                .toList();

        assertThat(
                told,
                contains(
                        "preparing false",
                        "paying true",
                        "waiting true no-answer",
                        "paying true",
                        "checking true",
                        "checking true"));
    }

    @Test
    void retryAfterIsHonoured() {
        answer("/pay", Answer.comeBack(503, "OVERLOADED", 2), PAID);

        Map<String, Object> told = payOrder();

        assertThat((Integer) told.get("millis"), is(greaterThanOrEqualTo(2000)));
    }

    /** A proxy that names a date, and a browser whose clock is five minutes slow beside it. */
    @Test
    void aDateToComeBackAtIsMeasuredByTheClockThatNamedIt() {
        ZonedDateTime ahead = ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(5);
        answer("/pay", PAID);
        page.route(
                "**/pay",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setStatus(503)
                        .setHeaders(Map.of("Date", httpDate(ahead), "Retry-After", httpDate(ahead.plusSeconds(2))))),
                new Page.RouteOptions().setTimes(1));

        Map<String, Object> told = payOrder();

        assertThat(end(told), equalTo("paid"));
        assertThat((Integer) told.get("millis"), is(greaterThanOrEqualTo(2000)));
    }

    private static String httpDate(ZonedDateTime time) {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(time);
    }

    /** As after a sleep: the clock is put right, and the network is back. */
    @Test
    void aClockThatIsSetBackDoesNotLengthenTheWait() {
        answer("/pay", Answer.comeBack(503, "OVERLOADED", 1), PAID);

        Object outcome = run(
                """
                const wakeUp = () => {
                  const now = Date.now;
                  Date.now = () => now() - 3_600_000;
                  dispatchEvent(new Event('online'));
                };
                const onState = ({state}) => state === 'waiting' && setTimeout(wakeUp, 100);
                return Promise.race([payOrder({...wish, onState}).then((end) => end.outcome), stillWaiting()]);
                """);

        assertThat(outcome, equalTo("paid"));
    }

    static Stream<Arguments> ends() {
        return Stream.of(
                Arguments.of(Answer.problem(402, "PAYMENT_DECLINED"), "declined", false),
                Arguments.of(Answer.problem(502, "GATEWAY_REFUSED"), "failed", false),
                Arguments.of(Answer.problem(502, "GATEWAY_LOST"), "failed", false),
                Arguments.of(Answer.problem(422, "OUT_OF_STOCK"), "sold-out", false),
                Arguments.of(Answer.problem(409, "ORDER_CHANGED"), "order-changed", false),
                Arguments.of(Answer.problem(400, "INVALID_REQUEST"), "rejected", false),
                // these say nothing of the token, which may have charged
                Arguments.of(Answer.problem(401, "UNAUTHENTICATED"), "signed-out", true),
                Arguments.of(new Answer(401, "<html>", 0), "signed-out", true),
                Arguments.of(Answer.problem(403, "FORBIDDEN"), "forbidden", true),
                Arguments.of(new Answer(403, "<html>", 0), "rejected", true),
                Arguments.of(Answer.comeBack(429, "RATE_LIMITED", 3600), "limited", true),
                Arguments.of(Answer.comeBack(503, "STORE_UNAVAILABLE", 3600), "limited", true));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void anEndIsToldAndOnlyAVerdictForgetsTheToken(Answer answer, String outcome, boolean kept) {
        answer("/pay", answer);
        answer("/orders/" + ORDER, PENDING);

        Map<String, Object> told = payOrder();

        assertThat(end(told), equalTo(outcome));
        assertThat(sentTokens(), hasSize(1));
        assertThat(told.get("pending") != null, is(kept));
    }

    @Test
    void anExpiredTokenIsReplacedByItself() {
        answer("/pay", Answer.problem(410, "TOKEN_EXPIRED"), PAID);

        assertThat(end(payOrder()), equalTo("paid"));

        assertThat(sentTokens(), contains("t1", "t2"));
    }

    @Test
    void tokensThatAllExpireComeToAnEnd() {
        answer("/pay", Answer.problem(410, "TOKEN_EXPIRED"));

        assertThat(end(payOrder()), equalTo("rejected"));

        assertThat(sentTokens(), hasSize(4));
    }

    @Test
    void aPriceThatWasNotAgreedToIsNotSent() {
        answer("/orders/" + ORDER, PENDING);

        Map<String, Object> told = payOrder("{\"amount\": 99}");

        assertThat(end(told), equalTo("order-changed"));
        assertThat((Map<?, ?>) told.get("end"), hasKey("order"));
        assertThat(sentTokens(), hasSize(0));
    }

    @Test
    void afterTheOrderHasChangedOnlyAnotherCallPays() {
        answer("/pay", Answer.problem(409, "ORDER_CHANGED"), PAID);
        answer("/orders/" + ORDER, PENDING);
        assertThat(end(payOrder()), equalTo("order-changed"));

        assertThat(end(payOrder()), equalTo("paid"));

        assertThat(sentTokens(), contains("t1", "t2"));
    }

    /** Retry-After is an upper bound here: the order's event says that it is time. */
    @Test
    void aBellEndsTheWait() {
        answer("/pay", new Answer(202, "{\"status\":\"PROCESSING\"}", 30), PAID);
        page.route("**/events", PayonceJsTest::ringTheBell);

        Map<String, Object> told = payOrder();

        assertThat(end(told), equalTo("paid"));
        assertThat((Integer) told.get("millis"), is(lessThan(20_000)));
        Request bell = calls("GET", "/orders/" + ORDER + "/events").get(0);
        assertThat(bell.headers(), hasEntry("authorization", "Bearer x"));
        assertThat(bell.headers(), hasEntry("accept", "text/event-stream"));
    }

    @Test
    void aBellThatWasCutIsHungUpAgainThoughTheClockWasSetBack() {
        Answer open = new Answer(202, "{\"status\":\"PROCESSING\"}", 6);
        answer("/pay", open, open, PAID);
        page.route("**/events", PayonceJsTest::ringTheBell);
        page.route("**/events", Route::abort, new Page.RouteOptions().setTimes(1));
        page.evaluate(
                """
                () => {
                  const [now, begun] = [Date.now, Date.now()];
                  Date.now = () => now() < begun + 3_000 ? now() : now() - 3_600_000;
                }
                """);

        payOrder();

        assertThat(calls("GET", "/orders/" + ORDER + "/events"), hasSize(2));
    }

    @Test
    void withoutABellTheQuestionsGoOn() {
        Answer open = new Answer(202, "{\"status\":\"PROCESSING\"}", 0);
        answer("/pay", open, open, open, PAID);
        page.route("**/events", route -> fulfill(route, new Answer(404, "{}", 0)));

        assertThat(end(payOrder()), equalTo("paid"));
    }

    @Test
    void whatWasSentBeforeAReloadIsSentAgain() {
        keep("pm_ok", true);
        answer("/pay", PAID);

        assertThat(end(payOrder()), equalTo("paid"));

        assertThat(sentTokens(), contains("kept"));
        assertThat(tokens, is(0));
    }

    /** What was sent before the reload cost 99; a new token would be one for 100. */
    @Test
    void whatGoesOnAfterAReloadPaysNoOtherPrice() {
        keep("pm_ok", true, 99);
        answer("/pay", Answer.problem(410, "TOKEN_EXPIRED"), PAID);
        answer("/orders/" + ORDER, PENDING);

        assertThat(end(payOrder()), equalTo("order-changed"));

        assertThat(sentTokens(), contains("kept"));
    }

    @Test
    void whatWasSentGoesFirstWhenAnotherMethodIsChosen() {
        keep("pm_old", true);
        answer("/pay", Answer.problem(402, "PAYMENT_DECLINED"), PAID);

        assertThat(end(payOrder()), equalTo("paid"));

        assertThat(sentTokens(), contains("kept", "t1"));
        assertThat(calls("POST", "/pay").get(0).postData(), containsString("pm_old"));
        assertThat(calls("POST", "/pay").get(1).postData(), containsString("pm_ok"));
    }

    @Test
    void whatWasSentAndHasPaidIsNotPaidAgainByAnotherMethod() {
        keep("pm_old", true);
        answer("/pay", PAID);

        assertThat(end(payOrder()), equalTo("paid"));

        assertThat(sentTokens(), contains("kept"));
    }

    @Test
    void aTokenThatWasNotSentYetTakesTheMethodOfNow() {
        keep("pm_old", false);
        answer("/pay", PAID);

        payOrder();

        assertThat(
                calls("POST", "/pay").get(0).postData(), equalTo("{\"token\":\"kept\",\"paymentMethod\":\"pm_ok\"}"));
    }

    static Stream<Arguments> ordersAsTheyAre() {
        return Stream.of(
                Arguments.of("PAID", "paid"),
                Arguments.of("PARTIALLY_REFUNDED", "paid"),
                Arguments.of("PAYMENT_FAILED", "not-paid"),
                Arguments.of("EXPIRED", "expired"),
                Arguments.of("CANCELLED", "cancelled"),
                Arguments.of("UNRECOGNIZED", "rejected"));
    }

    /** The refusal may be an old one that is replayed; the order is as it is now. */
    @ParameterizedTest
    @MethodSource("ordersAsTheyAre")
    void anOrderThatAnotherTokenHasIsFollowedToItsEnd(String status, String outcome) {
        answer("/pay", Answer.problem(409, "ORDER_NOT_PAYABLE"));
        answer(
                "/orders/" + ORDER,
                new Answer(200, "{\"status\":\"PROCESSING\"}", 0),
                new Answer(200, "{\"status\":\"" + status + "\"}", 0));

        assertThat(end(payOrder()), equalTo(outcome));
    }

    /** Another user's, or used by a copy of this tab: whether it charged only the order knows. */
    @ParameterizedTest
    @MethodSource("badTokens")
    void aTokenThatIsNoGoodAsksTheOrderBeforeAnotherOneIsFetched(Answer answer) {
        keep("pm_ok", true);
        answer("/pay", answer, PAID);
        answer("/orders/" + ORDER, new Answer(200, "{\"status\":\"PROCESSING\"}", 0), PENDING);

        assertThat(end(payOrder()), equalTo("paid"));

        assertThat(sentTokens(), contains("kept", "t1"));
        assertThat(calls("GET", "/orders/" + ORDER), hasSize(2));
    }

    static Stream<Answer> badTokens() {
        return Stream.of(Answer.problem(400, "TOKEN_INVALID"), Answer.problem(422, "TOKEN_REUSED"));
    }

    @Test
    void callsForOneOrderJoin() {
        answer("/pay", CUT, PAID);

        Object outcomes = run(
                """
                const ends = await Promise.all([1, 2, 3].map(() => payOrder(wish)));
                return ends.map((end) => end.outcome);
                """);

        assertThat(outcomes, equalTo(List.of("paid", "paid", "paid")));
        assertThat(sentTokens(), contains("t1", "t1"));
    }

    @Test
    void stoppingSaysNothingAndKeepsTheToken() {
        answer("/pay", CUT);

        Object stopped = run(
                """
                const stop = new AbortController();
                const onState = ({state}) => state === 'waiting' && stop.abort();
                const failure = await payOrder({...wish, signal: stop.signal, onState}).catch((reason) => reason.name);
                return [failure, pendingPayment(wish).sent];
                """);

        assertThat(stopped, equalTo(List.of("AbortError", true)));
    }

    @Test
    void whoCallsAgainAfterStoppingPaysWithTheSameToken() {
        answer("/pay", CUT, PAID);

        Object told = run(
                """
                const stop = new AbortController();
                let again;
                const onState = ({state}) => {
                  if (state === 'waiting') {
                    stop.abort();
                    again = payOrder({...wish, signal: new AbortController().signal});
                  }
                };
                await payOrder({...wish, signal: stop.signal, onState}).catch(() => {});
                // the first one has come to its end, and the second one can still be joined
                const ends = await Promise.allSettled([again, payOrder(wish)]);
                return ends.map(({value, reason}) => value?.outcome ?? reason.name);
                """);

        assertThat(told, equalTo(List.of("paid", "paid")));
        assertThat(sentTokens(), contains("t1", "t1"));
    }

    @Test
    void whoHasJoinedStopsForItselfAlone() {
        answer("/pay", CUT, PAID);

        Object told = run(
                """
                const stop = new AbortController();
                const states = [];
                const first = payOrder({...wish, onState: ({state}) => state === 'waiting' && stop.abort()});
                const joined = payOrder({...wish, signal: stop.signal, onState: ({state}) => states.push(state)});
                const ends = await Promise.allSettled([first, joined]);
                return [...ends.map(({value, reason}) => value?.outcome ?? reason.name), ...states];
                """);

        assertThat(told, equalTo(List.of("paid", "AbortError", "paying")));
    }

    /** The limit of 20 s is shortened here. */
    @Test
    void anAuthorizationThatHangsIsAskedForAgain() {
        answer("/pay", PAID);

        Object told = payWithAnAuthorizationThatHangs(
                """
                const timeout = AbortSignal.timeout.bind(AbortSignal);
                AbortSignal.timeout = (ms) => timeout(ms / 10);
                """);

        assertThat(told, equalTo("paid"));
    }

    @Test
    void anAuthorizationThatHangsIsStopped() {
        Object told = payWithAnAuthorizationThatHangs("setTimeout(() => stop.abort(), 100);");

        assertThat(told, equalTo("AbortError"));
    }

    /** At its first call. */
    private Object payWithAnAuthorizationThatHangs(String meanwhile) {
        return run(
                """
                const stop = new AbortController();
                %s
                let calls = 0;
                const authorization = () => ++calls > 1 ? 'Bearer x' : new Promise(() => {});
                return Promise.race([
                  payOrder({...wish, authorization, signal: stop.signal})
                      .then((end) => end.outcome, (reason) => reason.name),
                  stillWaiting(),
                ]);
                """
                        .formatted(meanwhile));
    }

    @Test
    void aBrowserWithoutStorageStillRepeatsWithTheSameToken() {
        page.evaluate(
                "() => Object.defineProperty(window, 'sessionStorage', {get() { throw new Error('forbidden'); }})");
        answer("/pay", CUT, PAID);

        Object outcome = run("return (await payOrder(wish)).outcome;");

        assertThat(outcome, equalTo("paid"));
        assertThat(sentTokens(), contains("t1", "t1"));
    }

    @Test
    void whoeverIsOnlyLookingFollowsTheOrder() {
        answer("/orders/" + ORDER, new Answer(200, "{\"status\":\"PROCESSING\"}", 0), PENDING);

        Object outcome = run("return (await followOrder(wish)).outcome;");

        assertThat(outcome, equalTo("not-paid"));
        assertThat(calls("POST", "/pay"), hasSize(0));
    }

    // --- the server, and what was asked of it ---

    /** One answer for each request of this path; the last one stays. */
    private void answer(String path, Answer... answers) {
        Deque<Answer> left = new ArrayDeque<>(List.of(answers));
        page.route("**" + path, route -> fulfill(route, left.size() > 1 ? left.pop() : left.peek()));
    }

    private static void fulfill(Route route, Answer answer) {
        if (answer.status() == 0) {
            route.abort();
            return;
        }
        Map<String, String> headers =
                answer.retryAfter() == 0 ? Map.of() : Map.of("Retry-After", String.valueOf(answer.retryAfter()));
        route.fulfill(new Route.FulfillOptions()
                .setStatus(answer.status())
                .setHeaders(headers)
                .setContentType("application/json")
                .setBody(answer.body()));
    }

    private static void ringTheBell(Route route) {
        route.fulfill(new Route.FulfillOptions()
                .setContentType("text/event-stream")
                .setBody(": hello\n\nid: 7\nevent: order.paid\ndata: {}\n\n"));
    }

    private void keep(String paymentMethod, boolean sent) {
        keep(paymentMethod, sent, 100);
    }

    private void keep(String paymentMethod, boolean sent, int amount) {
        page.evaluate(
                "(kept) => sessionStorage.setItem('payonce::" + ORDER + "', kept)",
                "{\"token\":\"kept\",\"amount\":%d,\"paymentMethod\":\"%s\",\"sent\":%s}"
                        .formatted(amount, paymentMethod, sent));
    }

    /** A script of a page that has payonce.js, and wishes to pay the order. */
    private Object run(String script) {
        return page.evaluate(
                """
                async (orderId) => {
                  const {payOrder, pendingPayment, followOrder} = await import('/payonce.js');
                  const wish = {orderId, paymentMethod: 'pm_ok'};
                  const stillWaiting = () => new Promise((resolve) => setTimeout(resolve, 20_000, 'still waiting'));
                  %s
                }
                """
                        .formatted(script),
                ORDER);
    }

    private Map<String, Object> payOrder() {
        return payOrder("{}");
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> payOrder(String more) {
        return (Map<String, Object>) page.evaluate("(more) => (" + PAY + ")(JSON.parse(more))", more);
    }

    private static Object end(Map<String, Object> told) {
        return ((Map<?, ?>) told.get("end")).get("outcome");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> states(Map<String, Object> told) {
        return (List<Map<String, Object>>) told.get("states");
    }

    private List<String> sentTokens() {
        return calls("POST", "/pay").stream()
                .map(Request::postData)
                .map(body -> body.replaceFirst(".*\"token\":\"(\\w+)\".*", "$1"))
                .toList();
    }
}
