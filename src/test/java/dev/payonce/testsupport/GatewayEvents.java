package dev.payonce.testsupport;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.restassured.response.Response;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Sends what the gateway tells by itself, signed as Standard Webhooks say. */
public final class GatewayEvents {

    private GatewayEvents() {}

    /** An event about a charge in the gateway's ledger. */
    public static Response send(String type, Map<String, ?> charge) {
        return send(type, charge, UUID.randomUUID().toString());
    }

    public static Response send(String type, Map<String, ?> charge, String eventId) {
        return send(body(type, charge), eventId, Instant.now());
    }

    public static Response send(String body, String eventId, Instant at) {
        String timestamp = Long.toString(at.getEpochSecond());
        return post(body, eventId, timestamp, "v1," + sign(eventId, timestamp, body));
    }

    public static Response post(String body, String eventId, String timestamp, String signature) {
        return given().contentType("application/json")
                .header("webhook-id", eventId)
                .header("webhook-timestamp", timestamp)
                .header("webhook-signature", signature)
                .body(body)
                .post("/gateway/events");
    }

    public static String body(String type, Map<String, ?> data) {
        return new JsonObject()
                .put("type", type)
                .put("data", JsonObject.mapFrom(data))
                .encode();
    }

    public static String sign(String eventId, String timestamp, String body) {
        String secret = Stores.settings().get("payonce.gateway.webhook-secret");
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            byte[] signed = (eventId + "." + timestamp + "." + body).getBytes(UTF_8);
            return Base64.getEncoder().encodeToString(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
