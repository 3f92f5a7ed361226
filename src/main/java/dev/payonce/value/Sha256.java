package dev.payonce.value;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The one hash used here. */
public final class Sha256 {

    private Sha256() {}

    /** 32 bytes: the digest of the parts, one behind the other. */
    public static byte[] of(byte[]... parts) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                sha256.update(part);
            }
            return sha256.digest();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
