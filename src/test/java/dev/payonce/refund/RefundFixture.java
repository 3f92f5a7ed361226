package dev.payonce.refund;

import static dev.payonce.testsupport.Shop.aToken;
import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.asMerchant;
import static dev.payonce.testsupport.Shop.pay;

import dev.payonce.testsupport.Gateway;
import dev.payonce.testsupport.Ledger;
import dev.payonce.testsupport.Poll;
import dev.payonce.testsupport.Shop;
import io.restassured.response.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/** Short ways to do what the tests of refunds do all the time. */
final class RefundFixture {

    private RefundFixture() {}

    /** A paid order of Alice's. */
    record Paid(String order, String payment) {}

    static Paid paid(long amount) {
        String order = anOrder(Shop.ALICE, amount, "USD");
        String payment = pay(aToken(order)).then().statusCode(200).extract().path("id");
        return new Paid(order, payment);
    }

    static String aKey() {
        return UUID.randomUUID().toString();
    }

    /** A wish of its own. */
    static Response refund(Paid paid, Map<String, ?> wish) {
        return refund(paid, aKey(), wish);
    }

    static Response refund(Paid paid, String key, Map<String, ?> wish) {
        return asMerchant().header("Idempotency-Key", key).body(wish).post("/payments/" + paid.payment() + "/refunds");
    }

    /** Repeats one wish, as clients do, until it is told how it ended. */
    static Response refundUntilKnown(Paid paid, Map<String, ?> wish) {
        String key = aKey();
        AtomicReference<Response> last = new AtomicReference<>();
        Poll.until(Duration.ofSeconds(30), () -> {
            last.set(refund(paid, key, wish));
            return last.get().statusCode() != 202 && last.get().statusCode() != 503;
        });
        return last.get();
    }

    static Map<String, ?> amount(long amount) {
        return Map.of("amount", amount);
    }

    /** Refunds with which the gateway gave money back. */
    static List<Map<String, Object>> givenBack(Paid paid) {
        return Ledger.of(paid.order()).succeeded();
    }

    static long sumGivenBack(Paid paid) {
        return givenBack(paid).stream()
                .mapToLong(refund -> ((Number) refund.get("amount")).longValue())
                .sum();
    }

    static long refundedAmount(Paid paid) {
        Number amount = asMerchant()
                .get("/payments/" + paid.payment())
                .then()
                .statusCode(200)
                .extract()
                .path("refundedAmount");
        return amount.longValue();
    }

    /** The event of a refund of 40 whose answer the service never got. */
    static Map<String, Object> lost(Paid paid, String key) {
        Gateway.behave(Map.of("outcome", "cut"));
        refund(paid, key, amount(4000)).then().statusCode(202);
        Gateway.behaveWell();
        Map<String, Object> booked = givenBack(paid).get(0);
        return event(paid, (String) booked.get("id"), (String) booked.get("reference"), 4000);
    }

    /** As the gateway tells of a refund in USD. */
    static Map<String, Object> event(Paid paid, String id, String reference, long amount) {
        String charge = (String) Ledger.of(paid.order()).approved().get(0).get("id");
        return Map.of("id", id, "chargeId", charge, "reference", reference, "amount", amount, "currency", "USD");
    }
}
