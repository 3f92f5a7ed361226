package dev.payonce.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.testsupport.Poll;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway goes wrong as it is told. */
class SandboxBehaviourTest extends SandboxGatewayFixture {

    @Test
    void behaviourKeepsItsDefaultsWhereNothingIsSaid() {
        JsonObject changed = json(behave("{\"outcome\":\"decline\",\"lookup\":null}"));
        JsonObject reset = json(behave("{}"));

        assertEquals("decline", changed.getString("outcome"));
        assertEquals(0, changed.getInteger("delayBeforeMillis"));
        assertTrue(changed.getBoolean("honourKeys"));
        assertTrue(changed.getBoolean("lookup"));
        assertEquals("approve", reset.getString("outcome"));
        assertEquals(reset, json(client.get("/behaviour")));
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
        assertEquals(SandboxBehaviour.DEFAULT.toJson(), json(client.get("/behaviour")));
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

        assertTrue(isCut(chargeOf("pay_1", "pm_ok")));

        assertEquals("approved", charges().getJsonObject(0).getString("status"));
    }

    @Test
    void outcomeError500BooksNothing() {
        behave("{\"outcome\":\"error500\"}");

        assertEquals(500, charge("pay_1", "pm_ok").statusCode());
        assertTrue(charges().isEmpty());
        assertEquals("error500", ended(0));
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
        behave("{\"delayAfterMillis\":3000}");
        long start = System.nanoTime();

        CompletableFuture<HttpResponse<String>> answer = client.later(chargeOf("pay_1", "pm_ok"));
        Poll.until(() -> charges().size() == 1);

        assertFalse(answer.isDone());
        assertEquals(201, answer.join().statusCode());
        assertTrue(millisSince(start) >= 3000);
    }

    @Test
    void aChargeIsBookedThoughItsCallerHasGone() {
        behave("{\"delayBeforeMillis\":3000}");
        HttpRequest impatient = HttpRequest.newBuilder(chargeOf("pay_1", "pm_ok"), (name, value) -> true)
                .timeout(Duration.ofMillis(200))
                .build();

        assertTrue(isCut(impatient));

        assertTrue(charges().isEmpty());
        Poll.until(() -> charges().size() == 1);
        Poll.until(() -> "caller_gone".equals(ended(0)));
    }
}
