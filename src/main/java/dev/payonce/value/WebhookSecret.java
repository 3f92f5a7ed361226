package dev.payonce.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the two ends of a webhook know each other by, as Standard Webhooks say (https://www.standardwebhooks.com): the
 * gateway's and ours, and ours and an endpoint's.
 */
public final class WebhookSecret {

    private static final String PREFIX = "whsec_";
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    /** @param bytes not none */
    public WebhookSecret(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    public static WebhookSecret random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new WebhookSecret(bytes);
    }

    /** Empty where it is not {@code whsec_} and base64. */
    public static Optional<WebhookSecret> parse(String shown) {
        if (!shown.startsWith(PREFIX)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Base64.getDecoder().decode(shown.substring(PREFIX.length())))
                    .filter(bytes -> bytes.length > 0)
                    .map(WebhookSecret::new);
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    /** For its owner's eyes. */
    public String shown() {
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * One entry of {@code webhook-signature}.
     *
     * @param timestamp as it is sent
     * @param body to the byte
     */
    public String sign(String id, String timestamp, byte[] body) {
        byte[] tag = new Hmac(bytes).of((id + "." + timestamp + ".").getBytes(UTF_8), body);
        return "v1," + Base64.getEncoder().encodeToString(tag);
    }

    /** @param signatures one or more, parted by blanks */
    public boolean hasSigned(String id, String timestamp, byte[] body, String signatures) {
        byte[] ours = sign(id, timestamp, body).getBytes(UTF_8);
        return Stream.of(signatures.split(" ")).anyMatch(given -> MessageDigest.isEqual(given.getBytes(UTF_8), ours));
    }

    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
