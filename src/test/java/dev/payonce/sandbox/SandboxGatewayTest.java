package dev.payonce.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.testsupport.GatewayStub;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway as its callers see it: over HTTP, with the ledger as the witness. */
class SandboxGatewayTest {

    private static final String ORDER = "ord_1";

    @TempDir
    Path directory;

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Path file;
    private GatewayStub gateway;

    @BeforeEach
    void startGateway() {
        file = directory.resolve("ledger.jsonl");
        gateway = GatewayStub.start(file);
    }

    @AfterEach
    void stopGateway() {
        gateway.close();
    }

    // charges

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
        get("/charges?reference=pay_1");

        JsonArray calls = ledger().getJsonArray("calls");
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

        CompletableFuture<HttpResponse<String>> answer = later(chargeOf("pay_1", "pm_slow_2s", 1999, "pay_1"));
        waitUntil(() -> calls().size() == 1);

        assertTrue(charges().isEmpty());
        assertEquals("working", calls().getJsonObject(0).getString("ended"));
        assertEquals(201, answer.join().statusCode());
        assertTrue(millisSince(start) >= 2000);
        assertEquals(1, charges().size());
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void chargeThenCutBooksAndDoesNotAnswer(HttpClient.Version version) {
        HttpClient caller = HttpClient.newBuilder().version(version).build();

        assertThrows(IOException.class, () -> caller.send(chargeOf("pay_1", "pm_charge_then_cut", 5, "k"), text()));

        assertEquals("approved", charges().getJsonObject(0).getString("status"));
        assertEquals("cut", calls().getJsonObject(0).getString("ended"));
    }

    @ParameterizedTest
    @EnumSource(HttpClient.Version.class)
    void cutWithoutChargeBooksNothing(HttpClient.Version version) {
        HttpClient caller = HttpClient.newBuilder().version(version).build();

        assertThrows(IOException.class, () -> caller.send(chargeOf("pay_1", "pm_cut_without_charge", 5, "k"), text()));

        assertTrue(charges().isEmpty());
    }

    @Test
    void theError500PaymentMethodBooksNothing() {
        assertEquals(500, charge("pay_1", "pm_error_500").statusCode());

        assertTrue(charges().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "", "{\"reference\":\"pay_1\"}"})
    void aBodyThatIsNoChargeIsRefusedWithACode(String body) {
        HttpResponse<String> answer = send(post("/charges", body).build());

        assertEquals(400, answer.statusCode());
        assertTrue(json(answer).getString("code").startsWith("invalid_"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.0", "\"5\"", "1000000000000", "99999999999999999999", "null"})
    void anAmountThatIsNotOneIsRefused(String amount) {
        String body = chargeBody("pay_1", "pm_ok", 5).encode().replace("\"amount\":5", "\"amount\":" + amount);

        assertEquals(400, send(post("/charges", body).build()).statusCode());
        assertEquals("refused", calls().getJsonObject(0).getString("ended"));
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

    // behaviours

    @Test
    void behaviourKeepsItsDefaultsWhereNothingIsSaid() {
        JsonObject changed = json(behave("{\"outcome\":\"decline\",\"lookup\":null}"));
        JsonObject reset = json(behave("{}"));

        assertEquals("decline", changed.getString("outcome"));
        assertEquals(0, changed.getInteger("delayBeforeMillis"));
        assertTrue(changed.getBoolean("honourKeys"));
        assertTrue(changed.getBoolean("lookup"));
        assertEquals("approve", reset.getString("outcome"));
        assertEquals(reset, json(get("/behaviour")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{\"outcome\":\"cutWithoutCharge\"}",
                "{\"outcome\":1}",
                "{\"delayAfterMillis\":-1}",
                "{\"delayBeforeMillis\":\"5\"}",
                "{\"lookup\":\"no\"}",
                "{\"delay\":5}"
            })
    void aBehaviourThatIsNotOneIsRefusedAndChangesNothing(String behaviour) {
        HttpResponse<String> answer = behave(behaviour);

        assertEquals(400, answer.statusCode());
        assertEquals(SandboxBehaviour.DEFAULT.toJson(), json(get("/behaviour")));
    }

    @Test
    void outcomeDeclineDeclinesEveryCharge() {
        behave("{\"outcome\":\"decline\"}");

        assertEquals(402, charge("pay_1", "pm_ok").statusCode());
        assertEquals("do_not_honor", charges().getJsonObject(0).getString("code"));
    }

    @Test
    void outcomeCutBooksAndCuts() {
        behave("{\"outcome\":\"cut\"}");

        assertThrows(IOException.class, () -> client.send(chargeOf("pay_1", "pm_ok", 1999, "pay_1"), text()));

        assertEquals("approved", charges().getJsonObject(0).getString("status"));
    }

    @Test
    void outcomeError500BooksNothing() {
        behave("{\"outcome\":\"error500\"}");

        assertEquals(500, charge("pay_1", "pm_ok").statusCode());
        assertTrue(charges().isEmpty());
        assertEquals("error500", calls().getJsonObject(0).getString("ended"));
    }

    @Test
    void outcomeHtmlBooksAndAnswersWithAPage() {
        behave("{\"outcome\":\"html\"}");

        HttpResponse<String> answer = charge("pay_1", "pm_ok");

        assertEquals(200, answer.statusCode());
        assertEquals("text/html", answer.headers().firstValue("Content-Type").orElse(""));
        assertEquals("approved", charges().getJsonObject(0).getString("status"));
    }

    @Test
    void outcomeEmptyBooksAndAnswersNothing() {
        behave("{\"outcome\":\"empty\"}");

        HttpResponse<String> answer = charge("pay_1", "pm_ok");

        assertEquals(200, answer.statusCode());
        assertEquals("", answer.body());
        assertEquals("approved", charges().getJsonObject(0).getString("status"));
    }

    @Test
    void outcomeUnknownStatusBooksAndAnswersInAnotherLanguage() {
        behave("{\"outcome\":\"unknownStatus\"}");

        HttpResponse<String> answer = charge("pay_1", "pm_ok");

        assertEquals(201, answer.statusCode());
        assertEquals("being_looked_at", json(answer).getString("status"));
        assertEquals("approved", charges().getJsonObject(0).getString("status"));
    }

    @Test
    void outcomeWrongAmountBooksWhatWasAskedAndAnswersOneMore() {
        behave("{\"outcome\":\"wrongAmount\"}");

        assertEquals(2000, json(charge("pay_1", "pm_ok")).getLong("amount"));
        assertEquals(1999, charges().getJsonObject(0).getLong("amount"));
    }

    @Test
    void aDelayAfterHoldsTheAnswerOfABookedCharge() {
        behave("{\"delayAfterMillis\":700}");
        long start = System.nanoTime();

        CompletableFuture<HttpResponse<String>> answer = later(chargeOf("pay_1", "pm_ok", 1999, "pay_1"));
        waitUntil(() -> charges().size() == 1);

        assertFalse(answer.isDone());
        assertEquals(201, answer.join().statusCode());
        assertTrue(millisSince(start) >= 700);
    }

    @Test
    void aChargeIsBookedThoughItsCallerHasGone() {
        behave("{\"delayBeforeMillis\":700}");
        HttpRequest impatient = HttpRequest.newBuilder(chargeOf("pay_1", "pm_ok", 1999, "pay_1"), (name, value) -> true)
                .timeout(Duration.ofMillis(200))
                .build();

        assertThrows(IOException.class, () -> client.send(impatient, text()));

        assertTrue(charges().isEmpty());
        waitUntil(() -> charges().size() == 1);
        waitUntil(() -> "caller_gone".equals(calls().getJsonObject(0).getString("ended")));
    }

    // keys

    @Test
    void theSameKeyRepeatsTheRecordedAnswer() {
        HttpResponse<String> first = charge("pay_1", "pm_ok");
        HttpResponse<String> second = charge("pay_1", "pm_ok");

        assertEquals(first.statusCode(), second.statusCode());
        assertEquals(first.body(), second.body());
        assertEquals(1, charges().size());
        assertEquals("replayed", calls().getJsonObject(1).getString("ended"));
    }

    @Test
    void aRepeatedDeclineStaysADecline() {
        HttpResponse<String> first = charge("pay_1", "pm_declined");
        HttpResponse<String> second = charge("pay_1", "pm_declined");

        assertEquals(402, second.statusCode());
        assertEquals(first.body(), second.body());
        assertEquals(1, charges().size());
    }

    @Test
    void aRepeatAfterACutGetsTheAnswerThatWasLost() {
        assertThrows(IOException.class, () -> client.send(chargeOf("pay_1", "pm_charge_then_cut", 5, "k"), text()));

        HttpResponse<String> second = send(chargeOf("pay_1", "pm_charge_then_cut", 5, "k"));

        assertEquals(charges().getJsonObject(0), json(second));
        assertEquals(1, charges().size());
    }

    @Test
    void theFaultInForceSpoilsRepeatsToo() {
        charge("pay_1", "pm_ok");
        behave("{\"outcome\":\"empty\"}");

        assertEquals("", charge("pay_1", "pm_ok").body());
        assertEquals(1, charges().size());
    }

    @Test
    void aKeyUnderWhichNothingWasBookedIsTriedAfresh() {
        behave("{\"outcome\":\"error500\"}");
        charge("pay_1", "pm_ok");
        behave("{}");

        assertEquals(201, charge("pay_1", "pm_ok").statusCode());
    }

    @Test
    void twinsAtOnceWaitForTheFirstAndGetItsAnswer() {
        behave("{\"delayBeforeMillis\":300,\"delayAfterMillis\":300}");

        List<CompletableFuture<HttpResponse<String>>> twins = IntStream.range(0, 20)
                .mapToObj(i -> later(chargeOf("pay_1", "pm_ok", 1999, "pay_1")))
                .toList();

        assertEquals(
                1, twins.stream().map(twin -> twin.join().body()).distinct().count());
        assertTrue(twins.stream().allMatch(twin -> twin.join().statusCode() == 201));
        assertEquals(1, charges().size());
        assertEquals(20, calls().size());
    }

    @Test
    void theSameKeyWithAnotherBodyIsRefused() {
        send(chargeOf("pay_1", "pm_ok", 1999, "key"));

        HttpResponse<String> other = send(chargeOf("pay_1", "pm_ok", 2000, "key"));

        assertEquals(422, other.statusCode());
        assertEquals("idempotency_key_reused", json(other).getString("code"));
        assertEquals(1, charges().size());
    }

    @Test
    void theSameKeyWithAnotherBodyIsRefusedWhileTheFirstIsAtWork() {
        behave("{\"delayBeforeMillis\":600}");
        CompletableFuture<HttpResponse<String>> first = later(chargeOf("pay_1", "pm_ok", 1999, "key"));
        waitUntil(() -> calls().size() == 1);

        assertEquals(422, send(chargeOf("pay_1", "pm_ok", 2000, "key")).statusCode());
        assertFalse(first.isDone());
        assertEquals(201, first.join().statusCode());
    }

    @Test
    void withoutHonouredKeysEveryCallIsANewCharge() {
        behave("{\"honourKeys\":false}");

        String first = json(charge("pay_1", "pm_ok")).getString("id");
        String second = json(charge("pay_1", "pm_ok")).getString("id");

        assertNotEquals(first, second);
        assertEquals(2, charges().size());
        assertEquals(
                2, json(get("/charges?reference=pay_1")).getJsonArray("charges").size());
    }

    // look-ups

    @Test
    void aChargeIsFoundByItsReference() {
        JsonObject charged = json(charge("pay_1", "pm_ok"));

        JsonArray found = json(get("/charges?reference=pay_1")).getJsonArray("charges");

        assertEquals(new JsonArray().add(charged), found);
    }

    @Test
    void aLookupOfAnUnknownReferenceIsEmptyAndShowsOnceTheOrderIsKnown() {
        assertTrue(json(get("/charges?reference=pay_1")).getJsonArray("charges").isEmpty());

        charge("pay_1", "pm_ok");

        assertEquals("find_charge", calls().getJsonObject(0).getString("kind"));
        assertEquals("not_found", calls().getJsonObject(0).getString("ended"));
        assertEquals("charge", calls().getJsonObject(1).getString("kind"));
    }

    @Test
    void lookupsCanBeSwitchedOff() {
        charge("pay_1", "pm_ok");
        behave("{\"lookup\":false}");

        assertEquals(503, get("/charges?reference=pay_1").statusCode());
        assertEquals(503, get("/refunds?reference=ref_1").statusCode());
    }

    @Test
    void aLookupWithoutAReferenceIsRefused() {
        assertEquals(400, get("/charges").statusCode());
        assertEquals(400, get("/ledger").statusCode());
    }

    // refunds

    @Test
    void aRefundIsAnsweredBookedAndFound() {
        String charge = json(charge("pay_1", "pm_ok")).getString("id");

        HttpResponse<String> answer = refund(charge, "ref_1", 999);

        JsonObject body = json(answer);
        assertEquals(201, answer.statusCode());
        assertEquals("succeeded", body.getString("status"));
        assertEquals(charge, body.getString("chargeId"));
        assertEquals(999, body.getLong("amount"));
        assertEquals(new JsonArray().add(body), ledger().getJsonArray("refunds"));
        assertEquals(
                new JsonArray().add(body), json(get("/refunds?reference=ref_1")).getJsonArray("refunds"));
    }

    @Test
    void refundsAtOnceNeverExceedTheCharge() {
        String charge = json(charge("pay_1", "pm_ok")).getString("id");

        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 20)
                .mapToObj(i -> later(refundOf(charge, "ref_" + i, 500).build()))
                .toList();

        assertEquals(
                3, answers.stream().filter(a -> a.join().statusCode() == 201).count());
        assertEquals(
                17, answers.stream().filter(a -> a.join().statusCode() == 402).count());
    }

    @Test
    void aRefundIsDoneOncePerReference() {
        String charge = json(charge("pay_1", "pm_ok")).getString("id");

        HttpResponse<String> first = refund(charge, "ref_1", 999);
        HttpResponse<String> second = refund(charge, "ref_1", 999);

        assertEquals(first.body(), second.body());
        assertEquals(1, ledger().getJsonArray("refunds").size());
        assertEquals(422, refund(charge, "ref_1", 998).statusCode());
    }

    @Test
    void aRefundThatTheChargeCannotBearIsDeclined() {
        String charge = json(charge("pay_1", "pm_ok")).getString("id");
        String declined = json(charge("pay_2", "pm_declined")).getString("id");

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
        String charge = json(charge("pay_1", "pm_ok")).getString("id");
        JsonObject dollars = refundBody("ref_2", 1).put("currency", "USD");

        assertEquals(404, refund("ch_none", "ref_1", 1).statusCode());
        assertEquals(
                422,
                send(post("/charges/" + charge + "/refunds", dollars.encode()).build())
                        .statusCode());
    }

    @Test
    void theBehaviourHoldsForRefundsToo() {
        String charge = json(charge("pay_1", "pm_ok")).getString("id");

        behave("{\"outcome\":\"decline\"}");
        assertEquals(402, refund(charge, "ref_1", 1).statusCode());
        behave("{\"outcome\":\"error500\"}");
        assertEquals(500, refund(charge, "ref_2", 1).statusCode());
        behave("{\"outcome\":\"cut\"}");
        assertThrows(
                IOException.class,
                () -> client.send(refundOf(charge, "ref_3", 1).build(), text()));
        behave("{\"outcome\":\"wrongAmount\"}");
        assertEquals(2, json(refund(charge, "ref_4", 1)).getLong("amount"));

        List<String> booked = ledger().getJsonArray("refunds").stream()
                .map(refund -> ((JsonObject) refund).getString("reference"))
                .toList();
        assertEquals(List.of("ref_1", "ref_3", "ref_4"), booked);
    }

    // the journal

    @Test
    void aRestartedGatewayKnowsItsChargesKeysAndRefunds() {
        HttpResponse<String> charged = charge("pay_1", "pm_ok");
        refund(json(charged).getString("id"), "ref_1", 1500);
        JsonObject before = ledger();

        restart();

        assertEquals(before, ledger());
        assertEquals(charged.body(), charge("pay_1", "pm_ok").body());
        assertEquals(422, send(chargeOf("pay_1", "pm_ok", 1, "pay_1")).statusCode());
        assertEquals(402, refund(json(charged).getString("id"), "ref_2", 500).statusCode());
        assertEquals(1, charges().size());
    }

    @Test
    void aTornLastLineIsForgottenAndTheNextOneIsWhole() throws IOException {
        charge("pay_1", "pm_ok");
        gateway.close();
        Files.writeString(file, "{\"line\":\"booking\",\"ent", StandardOpenOption.APPEND);

        gateway = GatewayStub.start(file);
        charge("pay_2", "pm_ok");
        restart();

        assertEquals(2, charges().size());
    }

    @Test
    void aCallThatWasCutOffByARestartIsLost() {
        behave("{\"delayBeforeMillis\":60000}");
        CompletableFuture<HttpResponse<String>> answer = later(chargeOf("pay_1", "pm_ok", 1999, "pay_1"));
        waitUntil(() -> calls().size() == 1);

        restart();

        assertTrue(answer.handle((given, failure) -> failure != null).join());
        assertEquals("lost", calls().getJsonObject(0).getString("ended"));
        assertTrue(charges().isEmpty());
    }

    @Test
    void twoGatewaysCannotShareALedger() {
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> GatewayStub.start(file));

        assertTrue(refused.getMessage().contains("payonce.sandbox.ledger"));
    }

    // many at once

    @Test
    void fiveHundredSlowChargesTakeLittleLongerThanOne() {
        long start = System.nanoTime();

        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 500)
                .mapToObj(i -> later(chargeOf("pay_" + i, "pm_slow_2s", 1999, "pay_" + i)))
                .toList();

        assertTrue(answers.stream().allMatch(answer -> answer.join().statusCode() == 201));
        assertEquals(500, charges().size());
        assertTrue(millisSince(start) < 6000, () -> "took " + millisSince(start) + " ms");
    }

    // helpers

    private void restart() {
        gateway.close();
        gateway = GatewayStub.start(file);
    }

    private HttpResponse<String> charge(String reference, String paymentMethod) {
        return send(chargeOf(reference, paymentMethod, 1999, reference));
    }

    private HttpRequest chargeOf(String reference, String paymentMethod, long amount, String key) {
        return post("/charges", chargeBody(reference, paymentMethod, amount).encode())
                .header("Idempotency-Key", key)
                .build();
    }

    private static JsonObject chargeBody(String reference, String paymentMethod, long amount) {
        return new JsonObject()
                .put("reference", reference)
                .put("orderId", ORDER)
                .put("amount", amount)
                .put("currency", "EUR")
                .put("paymentMethod", paymentMethod);
    }

    private HttpResponse<String> refund(String chargeId, String reference, long amount) {
        return send(refundOf(chargeId, reference, amount).build());
    }

    private HttpRequest.Builder refundOf(String chargeId, String reference, long amount) {
        return post(
                "/charges/" + chargeId + "/refunds",
                refundBody(reference, amount).encode());
    }

    private static JsonObject refundBody(String reference, long amount) {
        return new JsonObject()
                .put("reference", reference)
                .put("amount", amount)
                .put("currency", "EUR");
    }

    private HttpResponse<String> behave(String behaviour) {
        return send(HttpRequest.newBuilder(URI.create(gateway.url() + "/behaviour"))
                .PUT(HttpRequest.BodyPublishers.ofString(behaviour))
                .build());
    }

    private JsonObject ledger() {
        return json(get("/ledger?orderId=" + ORDER));
    }

    private JsonArray charges() {
        return ledger().getJsonArray("charges");
    }

    private JsonArray calls() {
        return ledger().getJsonArray("calls");
    }

    private HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(URI.create(gateway.url() + path)).build());
    }

    private HttpRequest.Builder post(String path, String body) {
        return HttpRequest.newBuilder(URI.create(gateway.url() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpResponse<String> send(HttpRequest request) {
        return later(request).join();
    }

    private CompletableFuture<HttpResponse<String>> later(HttpRequest request) {
        return client.sendAsync(request, text());
    }

    private static HttpResponse.BodyHandler<String> text() {
        return HttpResponse.BodyHandlers.ofString();
    }

    private static JsonObject json(HttpResponse<String> answer) {
        return new JsonObject(answer.body());
    }

    private static long millisSince(long start) {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    private static void waitUntil(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "waited too long");
            Thread.onSpinWait();
        }
    }
}
