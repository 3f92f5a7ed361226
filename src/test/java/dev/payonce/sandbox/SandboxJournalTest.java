package dev.payonce.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.testsupport.GatewayClient;
import dev.payonce.testsupport.GatewayStub;
import dev.payonce.testsupport.Poll;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the gateway knows survives it. */
class SandboxJournalTest extends SandboxGatewayFixture {

    @Test
    void aRestartedGatewayKnowsItsChargesKeysAndRefunds() {
        HttpResponse<String> charged = charge("pay_1", "pm_ok");
        refund(json(charged).getString("id"), "ref_1", 1500);
        JsonObject before = client.ledger("ord_1");

        restart();

        assertEquals(before, client.ledger("ord_1"));
        assertEquals(charged.body(), charge("pay_1", "pm_ok").body());
        assertEquals(422, client.send(chargeOf("pay_1", "pm_ok", 1, "pay_1")).statusCode());
        assertEquals(402, refund(json(charged).getString("id"), "ref_2", 500).statusCode());
        assertEquals(1, charges().size());
    }

    @Test
    void aTornLastLineIsForgottenAndTheNextOneIsWhole() throws IOException {
        charge("pay_1", "pm_ok");
        gateway.close();
        Files.writeString(file, "{\"line\":\"booking\",\"entry\":\"" + "x".repeat(5000), StandardOpenOption.APPEND);

        start();
        charge("pay_2", "pm_ok");
        restart();

        assertEquals(2, charges().size());
        assertFalse(Files.readString(file).contains("xxx"));
    }

    @Test
    void aLineInTheMiddleThatIsNotJsonIsNotGuessedAt() throws IOException {
        charge("pay_1", "pm_ok");
        gateway.close();
        String whole = Files.readString(file);
        Files.writeString(file, "{\"line\":\"bo\n" + whole);

        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> GatewayStub.start(file));

        assertTrue(refused.getMessage().contains(file.toString()));
        Files.writeString(file, whole);
        start();
        assertEquals(1, charges().size());
    }

    @Test
    void aCallThatWasCutOffByARestartIsLost() {
        behave("{\"delayBeforeMillis\":60000}");
        CompletableFuture<HttpResponse<String>> answer = client.later(chargeOf("pay_1", "pm_ok"));
        Poll.until(() -> calls().size() == 1);

        restart();

        assertTrue(isCut(answer));
        assertEquals("lost", ended(0));
        assertTrue(charges().isEmpty());
    }

    @Test
    void whatWasAnsweredSurvivesAKill() throws IOException {
        gateway.close();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        GatewayStub.class.getName(),
                        "0",
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        client = new GatewayClient(process.inputReader().readLine());
        HttpResponse<String> answered = charge("pay_1", "pm_ok");

        process.destroyForcibly().onExit().join();
        start();

        assertEquals(json(answered), charges().getJsonObject(0));
    }

    @Test
    void twoGatewaysCannotShareALedger() {
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> GatewayStub.start(file));

        assertTrue(refused.getMessage().contains("payonce.sandbox.ledger"));
    }
}
