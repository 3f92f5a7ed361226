package dev.payonce.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.token.TokenConfig;
import dev.payonce.value.EndpointId;
import dev.payonce.value.Hmac;
import dev.payonce.value.WebhookSecret;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps endpoints' secrets unreadable in MySQL, though this service must read them to sign: AES-256-GCM under a key that
 * HKDF-SHA256 (RFC 5869) derives from {@code payonce.token.secret}, bound to the endpoint's id. What was sealed under the
 * previous token secret can still be opened, and is {@link Opened#stale}.
 */
@ApplicationScoped
class SecretSeal {

    private static final byte[] PURPOSE = "payonce webhook secrets".getBytes(UTF_8);
    private static final byte[] FIRST_BLOCK = {1};
    private static final byte[] NO_SALT = new byte[32];
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The first one seals. */
    private final List<SecretKeySpec> keys;

    SecretSeal(TokenConfig config) {
        this.keys = Stream.concat(Stream.of(config.secret()), config.previousSecret().stream())
                .map(SecretSeal::derive)
                .toList();
    }

    /** @param stale whether it is to be sealed anew, for the key that it is sealed under will be gone */
    record Opened(WebhookSecret secret, boolean stale) {}

    byte[] seal(WebhookSecret secret, EndpointId owner) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed =
                    cipher(Cipher.ENCRYPT_MODE, keys.get(0), nonce, owner).doFinal(secret.bytes());
            return ByteBuffer.allocate(nonce.length + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Empty where it was sealed under a key that is neither the token secret's nor the previous one's, or for another endpoint. */
    Optional<Opened> open(byte[] sealed, EndpointId owner) {
        for (SecretKeySpec key : keys) {
            Optional<WebhookSecret> secret = open(sealed, owner, key);
            if (secret.isPresent()) {
                return secret.map(found -> new Opened(found, key != keys.get(0)));
            }
        }
        return Optional.empty();
    }

    private static Optional<WebhookSecret> open(byte[] sealed, EndpointId owner, SecretKeySpec key) {
        byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        try {
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, owner);
            return Optional.of(new WebhookSecret(cipher.doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES)));
        } catch (AEADBadTagException otherKey) {
            return Optional.empty();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Cipher cipher(int mode, SecretKeySpec key, byte[] nonce, EndpointId owner)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(CIPHER);
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(owner.toString().getBytes(UTF_8));
        return cipher;
    }

    /** HKDF: extract, then the one block of expand that 256 bits take. */
    private static SecretKeySpec derive(String tokenSecret) {
        byte[] extracted = new Hmac(NO_SALT).of(tokenSecret.getBytes(UTF_8));
        return new SecretKeySpec(new Hmac(extracted).of(PURPOSE, FIRST_BLOCK), "AES");
    }
}
