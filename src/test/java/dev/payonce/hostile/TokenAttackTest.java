package dev.payonce.hostile;

import static dev.payonce.testsupport.Shop.ALICE;
import static dev.payonce.testsupport.Shop.BOB;
import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.bearer;
import static dev.payonce.testsupport.Shop.code;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.oneOf;

import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Shop;
import dev.payonce.testsupport.StoreCosts;
import dev.payonce.testsupport.StoreCosts.Cost;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import dev.payonce.web.Role;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A token that was tampered with, guessed, stolen or put together out of others pays for nothing and burns nothing. */
@QuarkusTest
@WithStores
class TokenAttackTest {

    private static final int RANDOM_TOKENS = Integer.getInteger("payonce.test.random-tokens", 20_000);
    private static final String SECRET = Stores.settings().get("payonce.token.secret");
    private static final Cost NOTHING = new Cost(0, 0);

    /** What looks like the left one on a screen. */
    private static final Map<String, String> LOOK_ALIKES = Map.ofEntries(
            Map.entry("0", "O"),
            Map.entry("O", "0"),
            Map.entry("1", "l"),
            Map.entry("l", "I"),
            Map.entry("I", "l"),
            Map.entry("A", "\u0410"),
            Map.entry("a", "\u0430"),
            Map.entry("B", "\u0392"),
            Map.entry("E", "\u0415"),
            Map.entry("c", "\u0441"),
            Map.entry("e", "\u0435"),
            Map.entry("o", "\u03BF"),
            Map.entry("p", "\u0440"),
            Map.entry("x", "\u0445"),
            Map.entry("K", "\u212A"),
            Map.entry("-", "\u2010"),
            Map.entry("_", "\uFF3F"));

    @ConfigProperty(name = "quarkus.http.test-port")
    int port;

    @Inject
    StoreCosts costs;

    @Inject
    Scheduler jobs;

    private String order;
    private String good;
    private PayAttempts alice;

    @BeforeEach
    void begin() {
        jobs.pause();
        order = anOrder();
        good = aToken(order);
        alice = new PayAttempts(port, bearer(ALICE));
    }

    /** Whatever was tried with it, the token is still good, and pays once. */
    @AfterEach
    void theTokenStillPays() {
        jobs.resume();
        Shop.pay(good).then().statusCode(200);
        assertThat(Ledger.of(order).approved(), hasSize(1));
        alice.close();
    }

    @Test
    void aFlippedBitAnywhereIsRefusedAndReachesNoStore() {
        HandmadeToken token = HandmadeToken.of(good);

        refusedWithoutCost(IntStream.range(0, HandmadeToken.BYTES * 8)
                .mapToObj(bit -> token.flipped(bit).text()));
    }

    @Test
    void whatIsCutOffAtEitherEndOrAddedIsRefused() {
        refusedWithoutCost(Stream.of(
                        IntStream.range(1, good.length()).mapToObj(length -> good.substring(0, length)),
                        IntStream.range(1, good.length()).mapToObj(good::substring),
                        Stream.of(good + "A", "A" + good, good + "=", good + "==", " " + good, good + " ", good + good),
                        Stream.of(good + "\\n", good + "\\u0000", "\\uFEFF" + good, good + "\\u200B", good + "%00"))
                .flatMap(each -> each)
                .filter(text -> text.length() <= 255));
    }

    @Test
    void anotherCaseOrALookAlikeAnywhereIsRefused() {
        List<String> spelled = new ArrayList<>(List.of(
                good.toLowerCase(Locale.ROOT),
                good.toUpperCase(Locale.ROOT),
                good.replace("pt_", "PT_"),
                good.substring(3),
                good.replace('_', '/').replace('-', '+')));
        for (int i = 0; i < good.length(); i++) {
            String one = good.substring(i, i + 1);
            String other = one.equals(one.toLowerCase(Locale.ROOT))
                    ? one.toUpperCase(Locale.ROOT)
                    : one.toLowerCase(Locale.ROOT);
            spelled.add(good.substring(0, i) + other + good.substring(i + 1));
            if (LOOK_ALIKES.containsKey(one)) {
                spelled.add(good.substring(0, i) + LOOK_ALIKES.get(one) + good.substring(i + 1));
            }
        }

        refusedWithoutCost(spelled.stream().filter(text -> !text.equals(good)));
    }

    @Test
    void partsOfGoodTokensMakeNoGoodToken() {
        String dear = anOrder(ALICE, 100_000, "USD");
        HandmadeToken cheap = HandmadeToken.of(good);
        HandmadeToken other = HandmadeToken.of(aToken(dear));
        HandmadeToken bobs = HandmadeToken.of(aToken(BOB, anOrder(BOB, 1800, "USD")));

        refusedWithoutCost(Stream.of(
                        cheap.with(other, HandmadeToken.ORDER, HandmadeToken.AMOUNT),
                        cheap.with(other, HandmadeToken.ORDER, HandmadeToken.TAG),
                        other.with(cheap, HandmadeToken.AMOUNT, HandmadeToken.AMOUNT + 8),
                        cheap.with(other, HandmadeToken.ID, HandmadeToken.ORDER),
                        cheap.with(other, HandmadeToken.EXPIRY, HandmadeToken.TAG),
                        cheap.with(other, HandmadeToken.TAG, HandmadeToken.BYTES),
                        cheap.with(bobs, HandmadeToken.TAG, HandmadeToken.BYTES),
                        bobs)
                .map(HandmadeToken::text));
        assertThat(orderStatus(dear), equalTo("PENDING"));
    }

    /** Signed as they should be: the version is looked at for itself. */
    @Test
    void aTokenOfAnotherFormatIsRefused() {
        HandmadeToken token = HandmadeToken.of(good);

        assertThat(token.signed(SECRET, ALICE).text(), equalTo(good));
        refusedWithoutCost(IntStream.of(0, 2, 127, 255).mapToObj(version -> token.with(HandmadeToken.VERSION, version)
                .signed(SECRET, ALICE)
                .text()));
    }

    @Test
    void aSecretThatIsNotLiveSignsNothing() {
        HandmadeToken token = HandmadeToken.of(good);
        String gone = "a secret that was rotated out a long time ago";

        refusedWithoutCost(IntStream.range(0, 256)
                .mapToObj(key ->
                        token.with(HandmadeToken.KEY, key).signed(gone, ALICE).text()));
        refusedWithoutCost(Stream.of(SECRET + " ", SECRET + "\n", SECRET.substring(1))
                .map(secret -> token.signed(secret, ALICE).text()));
    }

    @Test
    void whoStealsATokenCannotSpendItNorSeeWhatCameOfIt() {
        for (String role : List.of(Role.CUSTOMER, Role.MERCHANT)) {
            for (String thief : List.of(BOB, "shop", "Alice", "alice2")) {
                try (PayAttempts theirs = new PayAttempts(port, bearer(thief, role))) {
                    assertThat(thief, theirs.isRefused(good), is(true));
                }
            }
        }
        Shop.pay(good).then().statusCode(200);

        try (PayAttempts bobs = new PayAttempts(port, bearer(BOB))) {
            assertThat(bobs.isRefused(good), is(true));
        }
    }

    @Test
    void aTokenForAnotherOrderOrAmountIsToldApart() {
        String other = anOrder();
        for (Map<String, ?> said : List.of(
                Map.of("orderId", other),
                Map.of("amount", 1799),
                Map.of("amount", 1801),
                Map.of("currency", "EUR"),
                Map.of("orderId", order.toLowerCase(Locale.ROOT)),
                Map.of("orderId", order + " "))) {
            Map<String, Object> body = new HashMap<>(said);
            body.put("token", good);
            body.put("paymentMethod", "pm_ok");

            var answer = as(ALICE).body(body).post("/pay");

            assertThat(answer.asString(), code(answer), is(oneOf("TOKEN_MISMATCH", "INVALID_REQUEST")));
        }
    }

    @Test
    void randomTokensReachNoStore() {
        RandomTokens guesses = new RandomTokens(7, good);

        refusedWithoutCost(Stream.generate(guesses::next).limit(RANDOM_TOKENS));
    }

    private void refusedWithoutCost(Stream<String> tokens) {
        List<String> taken = new ArrayList<>();

        Cost cost =
                costs.of(() -> tokens.filter(token -> !alice.isRefused(token)).forEach(taken::add));

        assertThat(taken, is(empty()));
        assertThat(cost, equalTo(NOTHING));
    }
}
