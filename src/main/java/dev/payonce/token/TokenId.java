package dev.payonce.token;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Base64;

/** The random 128 bits by which the stores know a token; safe to log, for nothing can be paid with it. */
public record TokenId(long high, long low) {

    static final int BYTES = 16;

    private static final SecureRandom RANDOM = new SecureRandom();

    public static TokenId random() {
        return new TokenId(RANDOM.nextLong(), RANDOM.nextLong());
    }

    /** For a wish to pay that comes without a token: equal for equal bytes, of which the first 16 count. */
    public static TokenId of(byte[] hash) {
        ByteBuffer bytes = ByteBuffer.wrap(hash);
        return new TokenId(bytes.getLong(), bytes.getLong());
    }

    public byte[] bytes() {
        return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
    }

    @Override
    public String toString() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes());
    }
}
