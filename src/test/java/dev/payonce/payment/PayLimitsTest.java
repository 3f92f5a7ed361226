package dev.payonce.payment;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.as;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.payAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.payonce.limit.LowLimits;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.WithStores;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** C49: whoever asks for too much is told when to come again; neighbours notice nothing. */
@QuarkusTest
@WithStores
@TestProfile(LowLimits.class)
class PayLimitsTest {

    @Inject
    RedisDataSource redis;

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
        String declined = aToken(customer, order());
        pay(customer, declined, "pm_declined").then().statusCode(402);
        for (int i = 1; i < LowLimits.DECLINES; i++) {
            pay(customer, aToken(customer, order()), "pm_declined").then().statusCode(402);
        }
        String order = order();
        String token = aToken(customer, order);
        int tokens = redis.key().keys("payonce:*:token").size();

        // the last decline is counted after its answer
        Poll.until(() -> redis.key().keys("payonce:*:declines-per-caller").size() > 0);
        Response refused = pay(customer, token, "pm_ok");

        isLimited(refused, "declines-per-caller", 3600);
        assertThat(redis.key().keys("payonce:*:token").size(), equalTo(tokens));
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
