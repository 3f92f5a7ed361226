package dev.payonce.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** One secret, and the byte by which a token says that it was signed with it. */
final class SigningKey {

    static final int TAG_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MIN_SECRET_BYTES = 32;

    private final SecretKeySpec key;
    private final byte id;

    SigningKey(String secret) {
        byte[] bytes = secret.getBytes(UTF_8);
        if (bytes.length < MIN_SECRET_BYTES) {
            throw new IllegalArgumentException("payonce.token secrets need at least " + MIN_SECRET_BYTES + " bytes");
        }
        this.key = new SecretKeySpec(bytes, ALGORITHM);
        this.id = tag("key id".getBytes(UTF_8), new byte[0])[0];
    }

    byte id() {
        return id;
    }

    byte[] tag(byte[] claims, byte[] subject) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(claims);
            return mac.doFinal(subject);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String toString() {
        return "SigningKey[" + Byte.toUnsignedInt(id) + "]";
    }
}
