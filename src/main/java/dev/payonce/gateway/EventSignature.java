package dev.payonce.gateway;

import dev.payonce.value.WebhookSecret;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether an event is the gateway's: an HMAC-SHA256 over id, time and the raw bytes of the body, as Standard Webhooks
 * say (https://www.standardwebhooks.com). Two secrets may be live at once.
 */
@ApplicationScoped
public class EventSignature {

    private static final String UNIX_SECONDS = "[0-9]{1,12}";

    private final List<WebhookSecret> secrets;
    private final Duration tolerance;
    private final Clock clock;

    EventSignature(GatewayConfig config, Clock clock) {
        this.secrets = Stream.concat(Stream.of(config.webhookSecret()), config.previousWebhookSecret().stream())
                .map(EventSignature::secret)
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
        return secrets.stream().anyMatch(secret -> secret.hasSigned(id, timestamp, body, signatures));
    }

    private boolean isFresh(String timestamp) {
        if (!timestamp.matches(UNIX_SECONDS)) {
            return false;
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
        return Duration.between(sent, clock.instant()).abs().compareTo(tolerance) <= 0;
    }

    private static WebhookSecret secret(String setting) {
        return WebhookSecret.parse(setting)
                .orElseThrow(() -> new IllegalArgumentException("a gateway webhook secret must be whsec_ and base64"));
    }
}
