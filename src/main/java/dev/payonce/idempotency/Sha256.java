package dev.payonce.idempotency;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The one hash used here: 32 bytes. */
final class Sha256 {

    private Sha256() {}

    static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
