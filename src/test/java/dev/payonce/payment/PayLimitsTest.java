package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.payAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.in;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.limit.LowLimits;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Stores;
import dev.payonce.testsupport.WithStores;
import dev.payonce.token.Claim;
import dev.payonce.token.PaymentToken;
import dev.payonce.token.TokenSigner;
import dev.payonce.token.TokenStore;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** C49: whoever asks for too much is told when to come again; neighbours notice nothing. */
@QuarkusTest
@WithStores
@TestProfile(LowLimits.class)
class PayLimitsTest {

    @Inject
    RedisDataSource redis;

    @Inject
    TokenSigner signer;

    @Inject
    TokenStore tokens;

    private final String customer = "customer-" + UUID.randomUUID();

    private String order() {
        return anOrder(customer, 1800, "USD");
    }

    private static Response token(String user, String order) {
        return as(user).body(Map.of("orderId", order)).post("/tokens");
    }

    private static Response pay(String user, String token, String method) {
        return payAs(user, Map.of("token", token, "paymentMethod", method));
    }

    private static void isLimited(Response answer, String limit, int seconds) {
        answer.then().statusCode(429).body("code", equalTo("RATE_LIMITED")).body("limit", equalTo(limit));
        assertThat(Integer.valueOf(answer.header("Retry-After")), allOf(greaterThan(0), lessThanOrEqualTo(seconds)));
    }

    @Test
    void tokensOfAnOrderAreLimitedAndThoseOfTheNextAreNot() {
        String order = order();
        for (int i = 0; i < LowLimits.OF_ORDER; i++) {
            token(customer, order).then().statusCode(201);
        }

        isLimited(token(customer, order), "tokens-per-order", 60);
        token(customer, order()).then().statusCode(201);
    }

    @Test
    void tokensOfACallerAreLimitedAndThoseOfOthersAreNot() {
        for (int i = 0; i < LowLimits.OF_CALLER; i++) {
            token(customer, order()).then().statusCode(201);
        }
        String oneMore = order();

        isLimited(token(customer, oneMore), "tokens-per-caller", 60);
        asMerchant().body(Map.of("orderId", oneMore)).post("/tokens").then().statusCode(201);
        String neighbour = customer + "-neighbour";
        token(neighbour, anOrder(neighbour, 1800, "USD")).then().statusCode(201);
    }

    @Test
    void whoWasDeclinedTooOftenPaysNoMoreForNowAndLosesNoToken() {
        List<String> others = counters();
        String declined = aToken(customer, order());
        pay(customer, declined, "pm_declined").then().statusCode(402);
        for (int i = 1; i < LowLimits.DECLINES; i++) {
            pay(customer, aToken(customer, order()), "pm_declined").then().statusCode(402);
        }
        String order = order();
        String token = aToken(customer, order);
        String inRedis =
                "payonce:{" + signer.verify(token, customer).orElseThrow().id() + "}:token";

        // the last decline is counted after its answer
        Poll.until(() -> counters().stream()
                .filter(counter -> !others.contains(counter))
                .anyMatch(counter -> ("" + LowLimits.DECLINES)
                        .equals(redis.value(String.class).get(counter))));
        Response refused = pay(customer, token, "pm_ok");

        isLimited(refused, "declines-per-caller", 3600);
        assertThat(redis.key().exists(inRedis), equalTo(true));
        assertThat(Ledger.of(order).calls("charge"), hasSize(0));
        pay(customer, declined, "pm_declined")
                .then()
                .statusCode(402)
                .header("Idempotent-Replayed", "true")
                .body("code", equalTo("PAYMENT_DECLINED"));
        redis.key().keys("payonce:*:claim").forEach(claim -> redis.key().del(claim));
        pay(customer, declined, "pm_declined").then().statusCode(402).header("Idempotent-Replayed", "true");
        String neighbour = customer + "-neighbour";
        pay(neighbour, aToken(neighbour, anOrder(neighbour, 1800, "USD")), "pm_ok")
                .then()
                .statusCode(200);
    }

    private List<String> counters() {
        return redis.key().keys("payonce:*:declines-per-caller");
    }

    /** The twin that held the claim was refused, too, or has died. */
    @Test
    void whoWasDeclinedTooOftenPaysNoMoreByWaitingForATwin() {
        String order = order();
        PaymentToken token = signer.verify(aToken(customer, order), customer).orElseThrow();
        Poll.until(() -> pay(customer, aToken(customer, order()), "pm_declined").statusCode() == 429);

        Claim twin = Attempt.of(token, customer, "pm_ok").claim(Duration.ofSeconds(1));
        tokens.consume(token.id(), twin).await().indefinitely();
        Response refused = pay(customer, signer.sign(token, customer), "pm_ok");

        isLimited(refused, "declines-per-caller", 3600);
        assertThat(Ledger.of(order).calls("charge"), hasSize(0));
    }

    /** Its payment may be at work, which only MySQL knows. */
    @Test
    void whoWasDeclinedTooOftenIsNotLimitedUnheard() {
        PaymentToken token = signer.verify(aToken(customer, order()), customer).orElseThrow();
        Poll.until(() -> pay(customer, aToken(customer, order()), "pm_declined").statusCode() == 429);
        Claim over = Attempt.of(token, customer, "pm_ok").claim(Duration.ZERO);
        tokens.consume(token.id(), over).await().indefinitely();

        Stores.pause(Stores.mysqlPid());
        try {
            pay(customer, signer.sign(token, customer), "pm_ok").then().statusCode(503);
        } finally {
            Stores.resume(Stores.mysqlPid());
        }

        assertThat(redis.key().exists("payonce:{" + token.id() + "}:claim"), equalTo(true));
    }

    /** Its goods may be bought by many who are declined, in its name. */
    @Test
    void aMerchantMayBeDeclinedAsOftenAsItLikes() {
        String shop = "shop-" + UUID.randomUUID();

        for (int i = 0; i < 2 * LowLimits.DECLINES; i++) {
            payAsMerchant(shop, "pm_declined").then().statusCode(402);
        }

        payAsMerchant(shop, "pm_ok").then().statusCode(200);
    }

    private static Response payAsMerchant(String shop, String method) {
        String order = anOrder(shop, 1800, "USD");
        String token =
                asMerchant(shop).body(Map.of("orderId", order)).post("/tokens").path("token");
        return asMerchant(shop)
                .body(Map.of("token", token, "paymentMethod", method))
                .post("/pay");
    }

    @Test
    void whatIsKnownToBeRefusedCostsRedisNoToken() {
        String order = order();
        Poll.until(() -> token(customer, order).statusCode() == 429);
        List<String> before = redis.key().keys("payonce:*:token");

        for (int i = 0; i < 5; i++) {
            isLimited(token(customer, order), "tokens-per-order", 60);
        }

        assertThat(redis.key().keys("payonce:*:token"), everyItem(is(in(before))));
    }

    @ParameterizedTest
    @CsvSource({
        "2001:db8:1:2::1, 2001:db8:1:2:ffff::2, true",
        "2001:db8:1:2::1, 2001:db8:1:3::1, false",
        "192.0.2.1, 192.0.2.2, false",
        "::ffff:192.0.2.1, ::ffff:192.0.2.2, false",
        "unknown, hidden, false"
    })
    void oneNetworkOfIpv6CountsAsOneAddress(String one, String other, boolean same) {
        assertThat(PayLimits.network(one).equals(PayLimits.network(other)), equalTo(same));
    }

    @Test
    void forgedTokensFromAnAddressAreLimitedAndAGoodOneStillPays() {
        String forged = "pt_" + "A".repeat(103);
        for (int i = 0; i < LowLimits.FORGED; i++) {
            pay(customer, forged, "pm_ok").then().statusCode(400).body("code", equalTo("TOKEN_INVALID"));
        }

        isLimited(pay(customer, forged, "pm_ok"), "rejected-tokens-per-address", 60);
        pay(customer, aToken(customer, order()), "pm_ok").then().statusCode(200);
    }
}
