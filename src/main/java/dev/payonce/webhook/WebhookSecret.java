package dev.payonce.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What an endpoint knows our signatures by (https://www.standardwebhooks.com): shown once, then only used. */
final class WebhookSecret {

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    WebhookSecret(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    static WebhookSecret random() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new WebhookSecret(bytes);
    }

    byte[] bytes() {
        return bytes.clone();
    }

    /** For its owner's eyes. */
    String shown() {
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /** One entry of {@code webhook-signature}. */
    String sign(String id, long timestamp, String body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(bytes, ALGORITHM));
            byte[] tag = mac.doFinal((id + "." + timestamp + "." + body).getBytes(UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(tag);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String toString() {
        return PREFIX + "***";
    }
}
