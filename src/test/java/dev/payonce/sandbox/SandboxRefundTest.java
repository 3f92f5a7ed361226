package dev.payonce.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Refunds, which a charge bears up to its amount. */
class SandboxRefundTest extends SandboxGatewayFixture {

    @Test
    void aRefundIsAnsweredBookedAndFound() {
        String charge = aCharge("pay_1", "pm_ok");

        HttpResponse<String> answer = refund(charge, "ref_1", 999);

        JsonObject body = json(answer);
        assertEquals(201, answer.statusCode());
        assertEquals("succeeded", body.getString("status"));
        assertEquals(charge, body.getString("chargeId"));
        assertEquals(999, body.getLong("amount"));
        assertEquals(new JsonArray().add(body), refunds());
        assertEquals(
                new JsonArray().add(body),
                json(client.get("/refunds?reference=ref_1")).getJsonArray("refunds"));
    }

    @Test
    void refundsAtOnceNeverExceedTheCharge() {
        String charge = aCharge("pay_1", "pm_ok");

        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 20)
                .mapToObj(i -> client.later(refundOf(charge, "ref_" + i, 500, "EUR")))
                .toList();

        assertEquals(
                3, answers.stream().filter(a -> a.join().statusCode() == 201).count());
        assertEquals(
                17, answers.stream().filter(a -> a.join().statusCode() == 402).count());
    }

    @Test
    void aRefundIsDoneOncePerReference() {
        String charge = aCharge("pay_1", "pm_ok");

        HttpResponse<String> first = refund(charge, "ref_1", 999);
        HttpResponse<String> second = refund(charge, "ref_1", 999);

        assertEquals(first.body(), second.body());
        assertEquals(1, refunds().size());
        assertEquals(422, refund(charge, "ref_1", 998).statusCode());
    }

    @Test
    void aRefundThatTheChargeCannotBearIsDeclined() {
        String charge = aCharge("pay_1", "pm_ok");
        String declined = aCharge("pay_2", "pm_declined");

        HttpResponse<String> tooMuch = refund(charge, "ref_1", 2000);
        HttpResponse<String> ofDeclined = refund(declined, "ref_2", 1);

        assertEquals(402, tooMuch.statusCode());
        assertEquals("declined", json(tooMuch).getString("status"));
        assertEquals("refund_exceeds_charge", json(tooMuch).getString("code"));
        assertEquals(402, ofDeclined.statusCode());
        assertEquals("charge_not_approved", json(ofDeclined).getString("code"));
    }

    @Test
    void aRefundOfNothingOrInAnotherCurrencyIsRefused() {
        String charge = aCharge("pay_1", "pm_ok");

        HttpResponse<String> inDollars = client.send(refundOf(charge, "ref_2", 1, "USD"));

        assertEquals(404, refund("ch_none", "ref_1", 1).statusCode());
        assertEquals(422, inDollars.statusCode());
        assertEquals("currency_mismatch", json(inDollars).getString("code"));
    }

    @Test
    void theBehaviourHoldsForRefundsToo() {
        String charge = aCharge("pay_1", "pm_ok");

        behave("{\"outcome\":\"decline\"}");
        assertEquals(402, refund(charge, "ref_1", 1).statusCode());
        behave("{\"outcome\":\"error500\"}");
        assertEquals(500, refund(charge, "ref_2", 1).statusCode());
        behave("{\"outcome\":\"cut\"}");
        assertTrue(isCut(refundOf(charge, "ref_3", 1, "EUR")));
        behave("{\"outcome\":\"wrongAmount\"}");
        assertEquals(2, json(refund(charge, "ref_4", 1)).getLong("amount"));

        List<String> booked = refunds().stream()
                .map(refund -> ((JsonObject) refund).getString("reference"))
                .toList();
        assertEquals(List.of("ref_1", "ref_3", "ref_4"), booked);
    }
}
