package dev.payonce.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A JSON Web Token put together by hand, for libraries refuse to make most of those that attackers send. */
final class HandmadeJwt {

    private static final long LIFETIME_SECONDS = 600;

    private final JsonObject header = new JsonObject().put("typ", "JWT").put("alg", "RS256");
    private final JsonObject claims = new JsonObject();

    private HandmadeJwt() {}

    /** As the issuer would make it. */
    static HandmadeJwt of(String subject, String... roles) {
        long now = now();
        return new HandmadeJwt()
                .claim("iss", JwtKeys.issuer())
                .claim("sub", subject)
                .claim("groups", new JsonArray(java.util.List.of(roles)))
                .claim("iat", now)
                .claim("exp", now + LIFETIME_SECONDS);
    }

    static long now() {
        return Instant.now().getEpochSecond();
    }

    HandmadeJwt header(String name, Object value) {
        header.put(name, value);
        return this;
    }

    HandmadeJwt claim(String name, Object value) {
        claims.put(name, value);
        return this;
    }

    HandmadeJwt without(String claim) {
        claims.remove(claim);
        return this;
    }

    /** By RSA with SHA-256, whatever the header says. */
    String signedBy(PrivateKey key) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(content().getBytes(UTF_8));
            return withSignature(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By HMAC with SHA-256, which needs no more than the bytes of a key that everybody knows. */
    String authenticatedBy(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return withSignature(mac.doFinal(content().getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    String withSignature(byte[] signature) {
        return content() + "." + base64(signature);
    }

    private String content() {
        return base64(header.encode().getBytes(UTF_8))
                + "."
                + base64(claims.encode().getBytes(UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
