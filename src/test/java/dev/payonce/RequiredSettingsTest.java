package dev.payonce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequiredSettingsTest {

    private static final Map<String, String> COMPLETE = Map.of(
            "quarkus.datasource.jdbc.url", "jdbc:mysql://db/payonce",
            "quarkus.datasource.username", "payonce",
            "quarkus.datasource.password", "pw",
            "quarkus.redis.hosts", "redis://redis:6379",
            "payonce.token.secret", "0123456789abcdef0123456789abcdef",
            "payonce.gateway.url", "https://gateway.example",
            "payonce.gateway.webhook-secret", "whsec_c2VjcmV0",
            "mp.jwt.verify.issuer", "https://issuer.example",
            "mp.jwt.verify.publickey.location", "https://issuer.example/jwks");

    @Test
    void completeSettingsAreNoProblem() {
        assertTrue(problems(Map.of()).isEmpty());
    }

    @Test
    void allThatIsMissingIsToldAtOnceByTheNameOfItsVariable() {
        var problems = RequiredSettings.problemsIn(new SmallRyeConfigBuilder().build());

        assertEquals(
                List.of(
                        "QUARKUS_DATASOURCE_JDBC_URL is missing",
                        "QUARKUS_DATASOURCE_USERNAME is missing",
                        "QUARKUS_DATASOURCE_PASSWORD is missing",
                        "QUARKUS_REDIS_HOSTS is missing",
                        "PAYONCE_TOKEN_SECRET is missing",
                        "PAYONCE_GATEWAY_URL is missing",
                        "PAYONCE_GATEWAY_WEBHOOK_SECRET is missing",
                        "MP_JWT_VERIFY_ISSUER is missing",
                        "MP_JWT_VERIFY_PUBLICKEY_LOCATION is missing"),
                problems.lines());
    }

    @Test
    void anEmptyValueIsMissing() {
        assertEquals(
                List.of("PAYONCE_GATEWAY_URL is missing"),
                problems(Map.of("payonce.gateway.url", "")).lines());
    }

    @Test
    void unusableValuesAreToldWithoutBeingPrinted() {
        var problems = problems(Map.of(
                "quarkus.datasource.jdbc.url", "jdbc:mariadb://secret",
                "payonce.token.secret", "secret secret secret secret 31 b",
                "payonce.gateway.webhook-secret", "whsec_secret?"));

        assertEquals(
                List.of(
                        "QUARKUS_DATASOURCE_JDBC_URL must start with jdbc:mysql:",
                        "PAYONCE_GATEWAY_WEBHOOK_SECRET must be whsec_ + base64"),
                problems.lines());
        assertFalse(problems.message().contains("secret"));
    }

    @Test
    void aTokenSecretOf31BytesIsTooShort() {
        assertEquals(
                List.of("PAYONCE_TOKEN_SECRET must have at least 32 bytes"),
                problems(Map.of("payonce.token.secret", "0123456789abcdef0123456789abcde"))
                        .lines());
    }

    @Test
    void aWebhookSecretWithoutItsPrefixIsUnusable() {
        assertEquals(
                List.of("PAYONCE_GATEWAY_WEBHOOK_SECRET must be whsec_ + base64"),
                problems(Map.of("payonce.gateway.webhook-secret", "c2VjcmV0")).lines());
    }

    @Test
    void aGatewayThatMayTakeAChargeNoLongerThanWeWaitIsRefused() {
        List<String> tooShort = List.of("PAYONCE_GATEWAY_MAX_DELAY must be longer than PAYONCE_GATEWAY_TIMEOUT");

        assertEquals(tooShort, problems(delays("5S", "5S")).lines());
        assertEquals(tooShort, problems(Map.of("payonce.gateway.timeout", "1M")).lines());
        assertEquals(
                tooShort, problems(Map.of("payonce.gateway.max-delay", "PT4S")).lines());
        assertTrue(problems(delays("5S", "5001MS")).isEmpty());
    }

    private static Map<String, String> delays(String timeout, String maxDelay) {
        return Map.of("payonce.gateway.timeout", timeout, "payonce.gateway.max-delay", maxDelay);
    }

    private static RequiredSettings.Problems problems(Map<String, String> changes) {
        var values = new HashMap<>(COMPLETE);
        values.putAll(changes);
        return RequiredSettings.problemsIn(new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(values, "test", 100))
                .build());
    }
}
