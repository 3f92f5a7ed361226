package dev.payonce.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A payment token in its bytes, to be taken apart and put together again. */
final class HandmadeToken {

    static final int VERSION = 0;
    static final int KEY = 1;
    static final int ID = 2;
    static final int ORDER = 18;
    static final int AMOUNT = 26;
    static final int EXPIRY = 37;
    static final int TAG = 45;
    static final int BYTES = 77;

    private static final String PREFIX = "pt_";

    private final byte[] bytes;

    private HandmadeToken(byte[] bytes) {
        this.bytes = bytes;
    }

    static HandmadeToken of(String text) {
        return of(Base64.getUrlDecoder().decode(text.substring(PREFIX.length())));
    }

    static HandmadeToken of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("the format has changed: " + bytes.length + " bytes");
        }
        return new HandmadeToken(bytes.clone());
    }

    byte[] bytes() {
        return bytes.clone();
    }

    HandmadeToken with(int position, int value) {
        byte[] changed = bytes();
        changed[position] = (byte) value;
        return new HandmadeToken(changed);
    }

    HandmadeToken flipped(int bit) {
        return with(bit / 8, bytes[bit / 8] ^ 1 << bit % 8);
    }

    /** This one's bytes but for those from one position to another, which are the other's. */
    HandmadeToken with(HandmadeToken other, int from, int to) {
        byte[] changed = bytes();
        System.arraycopy(other.bytes, from, changed, from, to - from);
        return new HandmadeToken(changed);
    }

    /** With the tag that this secret gives. */
    HandmadeToken signed(String secret, String subject) {
        byte[] changed = Arrays.copyOf(bytes, BYTES);
        System.arraycopy(tag(secret, Arrays.copyOf(bytes, TAG), subject), 0, changed, TAG, BYTES - TAG);
        return new HandmadeToken(changed);
    }

    private static byte[] tag(String secret, byte[] claims, String subject) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            mac.update(claims);
            return mac.doFinal(subject.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    String text() {
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
