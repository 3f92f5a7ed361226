package dev.payonce.sandbox;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.payonce.testsupport.GatewayClient;
import dev.payonce.testsupport.WithStores;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.ValidatableResponse;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sandbox as part of the service: its sign-in, and its gateway beside the service's own work. */
@QuarkusTest
@WithStores
class SandboxServiceTest {

    @TestHTTPResource("/sandbox/gateway")
    String gateway;

    /** A look-up has no key and no amount: nulls, which the service refuses in bodies. */
    @Test
    void aJournalOfLookUpsIsReadAgain(@TempDir Path directory) {
        Path journal = directory.resolve("ledger.jsonl");
        try (SandboxLedger ledger = SandboxLedger.open(journal, Clock.systemUTC())) {
            ledger.began(SandboxRequest.lookup(SandboxOperation.FIND_CHARGE, "pay_1"));
        }

        try (SandboxLedger ledger = SandboxLedger.open(journal, Clock.systemUTC())) {
            assertEquals(2, ledger.began(SandboxRequest.lookup(SandboxOperation.FIND_CHARGE, "pay_1")));
        }
    }

    @Test
    void whoSignsInIsLetIn() {
        String token = signIn("{\"user\":\"%s\",\"roles\":[\"customer\"]}".formatted(anyone()))
                .statusCode(200)
                .header("Cache-Control", "no-store")
                .body("tokenType", equalTo("Bearer"))
                .body("expiresIn", equalTo(28800))
                .extract()
                .path("accessToken");

        given().auth().oauth2(token).get("/orders").then().statusCode(200);
    }

    @Test
    void aSignInHasTheRolesThatWereAskedFor() {
        String stock = "{\"name\":\"Cup\",\"price\":5,\"currency\":\"EUR\",\"available\":1}";
        String customer = signIn("{\"user\":\"alice\",\"roles\":[\"customer\"]}")
                .extract()
                .path("accessToken");
        String both = signIn("{\"user\":\"alice\",\"roles\":[\"customer\",\"merchant\"]}")
                .extract()
                .path("accessToken");

        putStock(customer, stock).statusCode(403);
        putStock(both, stock).statusCode(200);
    }

    private static ValidatableResponse putStock(String token, String stock) {
        return given().auth()
                .oauth2(token)
                .contentType(ContentType.JSON)
                .body(stock)
                .put("/stock/sandbox-cup")
                .then();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "{\"user\":\"a b\",\"roles\":[\"customer\"]} | user",
                "{\"user\":\"\",\"roles\":[\"customer\"]} | user",
                "{\"roles\":[\"customer\"]} | user",
                "{\"user\":\"alice\",\"roles\":[]} | roles",
                "{\"user\":\"alice\"} | roles",
                "{\"user\":\"alice\",\"roles\":[\"customer\",\"boss\"]} | roles[1]",
                "{\"user\":\"alice\",\"roles\":[null]} | roles[0]",
                "{\"user\":\"alice\",\"roles\":[\"customer\"],\"admin\":true} | admin"
            })
    void aSignInThatIsNotOneIsRefused(String body, String field) {
        signIn(body)
                .statusCode(400)
                .contentType("application/problem+json")
                .body("code", equalTo("INVALID_REQUEST"))
                .body("violations.field", hasItem(field));
    }

    private static ValidatableResponse signIn(String body) {
        return given().contentType(ContentType.JSON)
                .body(body)
                .post("/sandbox/login")
                .then();
    }

    @Test
    void theServicesOwnGatewayTakesFiveHundredSlowChargesAtOnce() {
        GatewayClient client = new GatewayClient(gateway);
        String order = anyone();
        long start = System.nanoTime();

        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 500)
                .mapToObj(i -> client.later(slowCharge(client, order, order + i)))
                .toList();

        assertTrue(answers.stream().allMatch(answer -> answer.join().statusCode() == 201));
        assertEquals(500, client.charges(order).size());
        assertTrue(SandboxGatewayFixture.millisSince(start) < 20_000);
    }

    /** The service's JSON mapper refuses nulls, and inside the service Vert.x would use it too. */
    @Test
    void theServicesStrictJsonIsNotTheGateways() {
        GatewayClient client = new GatewayClient(gateway);
        String order = anyone();

        HttpResponse<String> behaving = client.behave("{\"outcome\":null}");
        client.send(client.post("/charges", body(order, order, "pm_ok"), null));

        assertEquals(200, behaving.statusCode());
        assertNull(client.calls(order).getJsonObject(0).getString("idempotencyKey"));
    }

    private static HttpRequest slowCharge(GatewayClient client, String order, String reference) {
        return client.post("/charges", body(order, reference, "pm_slow_2s"), reference);
    }

    private static String body(String order, String reference, String paymentMethod) {
        return SandboxGatewayFixture.chargeBody(reference, paymentMethod, 5)
                .put("orderId", order)
                .encode();
    }

    private static String anyone() {
        return "u-" + UUID.randomUUID();
    }
}
