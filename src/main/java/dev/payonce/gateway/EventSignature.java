package dev.payonce.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.enterprise.context.ApplicationScoped;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Whether an event is the gateway's: an HMAC-SHA256 over id, time and the raw bytes of the body, as Standard Webhooks
 * say (https://www.standardwebhooks.com). Two secrets may be live at once.
 */
@ApplicationScoped
public class EventSignature {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String SECRET_PREFIX = "whsec_";
    private static final String VERSION = "v1,";
    private static final String UNIX_SECONDS = "[0-9]{1,12}";

    private final List<SecretKeySpec> keys;
    private final Duration tolerance;
    private final Clock clock;

    EventSignature(GatewayConfig config, Clock clock) {
        this.keys = Stream.concat(Stream.of(config.webhookSecret()), config.previousWebhookSecret().stream())
                .map(EventSignature::key)
                .toList();
        this.tolerance = config.eventTolerance();
        this.clock = clock;
    }

    /**
     * @param timestamp seconds since 1970; without the tolerance a captured event would be good for ever
     * @param signatures one or more, each {@code v1,} and base64, parted by blanks
     */
    public boolean isValid(String id, String timestamp, String signatures, byte[] body) {
        if (id == null || timestamp == null || signatures == null || !isFresh(timestamp)) {
            return false;
        }
        byte[] head = (id + "." + timestamp + ".").getBytes(UTF_8);
        return keys.stream()
                .map(key -> VERSION + Base64.getEncoder().encodeToString(tag(key, head, body)))
                .anyMatch(expected -> Stream.of(signatures.split(" "))
                        .anyMatch(given -> MessageDigest.isEqual(given.getBytes(UTF_8), expected.getBytes(UTF_8))));
    }

    private boolean isFresh(String timestamp) {
        if (!timestamp.matches(UNIX_SECONDS)) {
            return false;
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
        return Duration.between(sent, clock.instant()).abs().compareTo(tolerance) <= 0;
    }

    private static byte[] tag(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return mac.doFinal(body);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static SecretKeySpec key(String secret) {
        if (!secret.startsWith(SECRET_PREFIX)) {
            throw new IllegalArgumentException("a gateway webhook secret must be " + SECRET_PREFIX + " and base64");
        }
        return new SecretKeySpec(Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length())), ALGORITHM);
    }
}
