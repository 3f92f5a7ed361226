package dev.payonce.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.testsupport.Poll;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One key, one charge, as long as keys are honoured. */
class SandboxKeyTest extends SandboxGatewayFixture {

    @Test
    void theSameKeyRepeatsTheRecordedAnswer() {
        HttpResponse<String> first = charge("pay_1", "pm_ok");
        HttpResponse<String> second = charge("pay_1", "pm_ok");

        assertEquals(first.statusCode(), second.statusCode());
        assertEquals(first.body(), second.body());
        assertEquals(1, charges().size());
        assertEquals("replayed", ended(1));
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
        assertTrue(isCut(chargeOf("pay_1", "pm_charge_then_cut", 5, "k")));

        HttpResponse<String> second = client.send(chargeOf("pay_1", "pm_charge_then_cut", 5, "k"));

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
                .mapToObj(i -> client.later(chargeOf("pay_1", "pm_ok")))
                .toList();

        assertEquals(
                1, twins.stream().map(twin -> twin.join().body()).distinct().count());
        assertTrue(twins.stream().allMatch(twin -> twin.join().statusCode() == 201));
        assertEquals(1, charges().size());
        assertEquals(20, calls().size());
    }

    @Test
    void theSameKeyWithAnotherBodyIsRefused() {
        client.send(chargeOf("pay_1", "pm_ok", 1999, "key"));

        HttpResponse<String> other = client.send(chargeOf("pay_1", "pm_ok", 2000, "key"));

        assertEquals(422, other.statusCode());
        assertEquals("idempotency_key_reused", json(other).getString("code"));
        assertEquals(1, charges().size());
    }

    @Test
    void theSameKeyWithAnotherBodyIsRefusedWhileTheFirstIsAtWork() {
        behave("{\"delayBeforeMillis\":3000}");
        CompletableFuture<HttpResponse<String>> first = client.later(chargeOf("pay_1", "pm_ok", 1999, "key"));
        Poll.until(() -> calls().size() == 1);

        assertEquals(422, client.send(chargeOf("pay_1", "pm_ok", 2000, "key")).statusCode());
        assertFalse(first.isDone());
        assertEquals(201, first.join().statusCode());
    }

    @Test
    void withoutHonouredKeysEveryCallIsANewCharge() {
        behave("{\"honourKeys\":false}");

        String first = aCharge("pay_1", "pm_ok");
        String second = aCharge("pay_1", "pm_ok");

        assertNotEquals(first, second);
        assertEquals(2, charges().size());
        assertEquals(
                2,
                json(client.get("/charges?reference=pay_1"))
                        .getJsonArray("charges")
                        .size());
    }
}
