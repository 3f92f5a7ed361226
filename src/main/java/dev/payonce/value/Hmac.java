package dev.payonce.value;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 (RFC 2104) under one key. */
public final class Hmac {

    public static final int TAG_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** @param key not empty */
    public Hmac(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** {@value #TAG_BYTES} bytes: the tag of the parts, one behind the other. */
    public byte[] of(byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has " + ALGORITHM, impossible);
        }
    }
}
