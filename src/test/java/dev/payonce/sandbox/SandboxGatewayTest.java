package dev.payonce.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.testsupport.Poll;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers of the gateway get, and what its ledger then says. */
class SandboxGatewayTest extends SandboxGatewayFixture {

    @Test
    void anApprovedChargeIsAnsweredAndBooked() {
        HttpResponse<String> answer = charge("pay_1", "pm_ok");

        JsonObject body = json(answer);
        JsonObject booked = charges().getJsonObject(0);
        assertEquals(201, answer.statusCode());
        assertEquals("pay_1", body.getString("reference"));
        assertEquals("approved", body.getString("status"));
        assertEquals(1999, body.getLong("amount"));
        assertEquals("EUR", body.getString("currency"));
        assertEquals(body, booked);
    }

    @Test
    void theLedgerTellsEveryCallWithoutThePaymentMethod() {
        charge("pay_1", "pm_ok");
        client.get("/charges?reference=pay_1");

        JsonArray calls = calls();
        JsonObject call = calls.getJsonObject(0);
        assertEquals(2, calls.size());
        assertEquals("charge", call.getString("kind"));
        assertEquals("pay_1", call.getString("reference"));
        assertEquals("pay_1", call.getString("idempotencyKey"));
        assertEquals(1999, call.getLong("amount"));
        assertEquals("EUR", call.getString("currency"));
        assertEquals("approved", call.getString("ended"));
        assertEquals("find_charge", calls.getJsonObject(1).getString("kind"));
        assertEquals("found", calls.getJsonObject(1).getString("ended"));
        assertFalse(calls.encode().contains("pm_ok"));
    }

    @ParameterizedTest
    @CsvSource({"pm_declined, do_not_honor", "pm_insufficient_funds, insufficient_funds"})
    void aDecliningPaymentMethodIsBookedAsDeclined(String paymentMethod, String code) {
        HttpResponse<String> answer = charge("pay_1", paymentMethod);

        assertEquals(402, answer.statusCode());
        assertEquals("declined", json(answer).getString("status"));
        assertEquals(code, json(answer).getString("code"));
        assertEquals("declined", charges().getJsonObject(0).getString("status"));
    }

    @Test
    void aSlowPaymentMethodIsBookedAfterTwoSeconds() {
        long start = System.nanoTime();

        CompletableFuture<HttpResponse<String>> answer = client.later(chargeOf("pay_1", "pm_slow_2s"));
        Poll.until(() -> calls().size() == 1);

        JsonObject meanwhile = client.ledger("ord_1");
        // a machine that stalled in between has looked too late
        if (millisSince(start) < 2000) {
            assertTrue(meanwhile.getJsonArray("charges").isEmpty());
            assertEquals(
                    "working", meanwhile.getJsonArray("calls").getJsonObject(0).getString("ended"));
        }
        assertEquals(201, answer.join().statusCode());
        assertTrue(millisSince(start) >= 2000);
        assertEquals(1, charges().size());
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void chargeThenCutBooksAndDoesNotAnswer(HttpClient.Version version) {
        HttpRequest request = speaking(version, chargeOf("pay_1", "pm_charge_then_cut"));

        assertTrue(isCut(request));

        assertEquals("approved", charges().getJsonObject(0).getString("status"));
        assertEquals("cut", ended(0));
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void cutWithoutChargeBooksNothing(HttpClient.Version version) {
        HttpRequest request = speaking(version, chargeOf("pay_1", "pm_cut_without_charge"));

        assertTrue(isCut(request));

        assertTrue(charges().isEmpty());
    }

    private static HttpRequest speaking(HttpClient.Version version, HttpRequest request) {
        return HttpRequest.newBuilder(request, (name, value) -> true)
                .version(version)
                .build();
    }

    @Test
    void theError500PaymentMethodBooksNothing() {
        assertEquals(500, charge("pay_1", "pm_error_500").statusCode());

        assertTrue(charges().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "", "{\"reference\":\"pay_1\"}"})
    void aBodyThatIsNoChargeIsRefusedWithACode(String body) {
        HttpResponse<String> answer = client.send(client.post("/charges", body, "pay_1"));

        assertEquals(400, answer.statusCode());
        assertTrue(json(answer).getString("code").startsWith("invalid_"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.0", "\"5\"", "1000000000000", "99999999999999999999", "null"})
    void anAmountThatIsNotOneIsRefused(String amount) {
        String body = chargeBody("pay_1", "pm_ok", 5).encode().replace("\"amount\":5", "\"amount\":" + amount);

        assertEquals(400, client.send(client.post("/charges", body, "pay_1")).statusCode());
        assertEquals("refused", ended(0));
        assertTrue(charges().isEmpty());
    }

    @Test
    void anUnknownPaymentMethodIsRefusedAndNowhereKept() throws IOException {
        HttpResponse<String> answer = charge("pay_1", "4111111111111111");

        assertEquals(400, answer.statusCode());
        assertEquals("unsupported_payment_method", json(answer).getString("code"));
        assertTrue(charges().isEmpty());
        assertFalse(Files.readString(file).contains("4111111111111111"));
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() {
        HttpResponse<String> answer = charge("pay_1", "x".repeat(70_000));

        assertEquals(413, answer.statusCode());
        assertEquals("invalid_request", json(answer).getString("code"));
    }

    @Test
    void aChargeIsFoundByItsReference() {
        JsonObject charged = json(charge("pay_1", "pm_ok"));

        JsonArray found = json(client.get("/charges?reference=pay_1")).getJsonArray("charges");

        assertEquals(new JsonArray().add(charged), found);
    }

    @Test
    void aLookupOfAnUnknownReferenceIsEmptyAndShowsOnceTheOrderIsKnown() {
        assertTrue(json(client.get("/charges?reference=pay_1"))
                .getJsonArray("charges")
                .isEmpty());

        charge("pay_1", "pm_ok");

        assertEquals("find_charge", calls().getJsonObject(0).getString("kind"));
        assertEquals("not_found", ended(0));
        assertEquals("charge", calls().getJsonObject(1).getString("kind"));
    }

    @Test
    void lookupsCanBeSwitchedOff() {
        charge("pay_1", "pm_ok");
        behave("{\"lookup\":false}");

        assertEquals(503, client.get("/charges?reference=pay_1").statusCode());
        assertEquals(503, client.get("/refunds?reference=ref_1").statusCode());
    }

    @Test
    void aLookupWithoutAReferenceIsRefused() {
        assertEquals(400, client.get("/charges").statusCode());
        assertEquals(400, client.get("/ledger").statusCode());
    }

    @Test
    void fiveHundredSlowChargesTakeLittleLongerThanOne() {
        long start = System.nanoTime();

        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 500)
                .mapToObj(i -> client.later(chargeOf("pay_" + i, "pm_slow_2s")))
                .toList();

        assertTrue(answers.stream().allMatch(answer -> answer.join().statusCode() == 201));
        assertEquals(500, charges().size());
        assertTrue(millisSince(start) < 20_000, () -> "took " + millisSince(start) + " ms");
    }
}
