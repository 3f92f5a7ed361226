package dev.payonce.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.value.Hmac;

/** One secret, and the byte by which a token says that it was signed with it. */
final class SigningKey {

    private static final int MIN_SECRET_BYTES = 32;

    private final Hmac hmac;
    private final byte id;

    SigningKey(String secret) {
        byte[] bytes = secret.getBytes(UTF_8);
        if (bytes.length < MIN_SECRET_BYTES) {
            throw new IllegalArgumentException("payonce.token secrets need at least " + MIN_SECRET_BYTES + " bytes");
        }
        this.hmac = new Hmac(bytes);
        this.id = tag("key id".getBytes(UTF_8), new byte[0])[0];
    }

    byte id() {
        return id;
    }

    byte[] tag(byte[] claims, byte[] subject) {
        return hmac.of(claims, subject);
    }

    @Override
    public String toString() {
        return "SigningKey[" + Byte.toUnsignedInt(id) + "]";
    }
}
