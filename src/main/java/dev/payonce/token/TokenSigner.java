package dev.payonce.token;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.value.Hmac;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes and reads the text of a token: {@code pt_} and base64url of format version, key id, token id, order id, amount,
 * currency, expiry (milliseconds) and an HMAC-SHA256 tag (RFC 2104). The tag also covers the subject of the caller, so
 * that somebody else's token looks forged. No I/O.
 */
@ApplicationScoped
public class TokenSigner {

    private static final String PREFIX = "pt_";
    private static final byte FORMAT_VERSION = 1;
    private static final int CURRENCY_BYTES = 3;
    private static final int CLAIM_BYTES = 2 + TokenId.BYTES + 3 * Long.BYTES + CURRENCY_BYTES;
    private static final int TOKEN_BYTES = CLAIM_BYTES + Hmac.TAG_BYTES;
    private static final int TEXT_CHARS = PREFIX.length() + (TOKEN_BYTES * 8 + 5) / 6;

    private final SigningKey current;
    private final List<SigningKey> accepted;

    TokenSigner(TokenConfig config) {
        this.current = new SigningKey(config.secret());
        this.accepted = Stream.concat(Stream.of(current), config.previousSecret().map(SigningKey::new).stream())
                .toList();
    }

    /** The token's text for this subject: a secret, fit to be spent. */
    public String sign(PaymentToken token, String subject) {
        ByteBuffer bytes = ByteBuffer.allocate(TOKEN_BYTES)
                .put(FORMAT_VERSION)
                .put(current.id())
                .put(token.id().bytes())
                .putLong(token.orderId().value())
                .putLong(token.price().amount())
                .put(token.price().currency().getBytes(US_ASCII))
                .putLong(token.expiresAt().toEpochMilli());
        bytes.put(current.tag(claims(bytes.array()), subject.getBytes(UTF_8)));
        return PREFIX + encode(bytes.array());
    }

    /** What the text says, or empty when it is malformed, forged, or was issued to another subject. */
    public Optional<PaymentToken> verify(String text, String subject) {
        return decode(text)
                .filter(bytes -> bytes[0] == FORMAT_VERSION)
                .filter(bytes -> isSigned(bytes, subject.getBytes(UTF_8)))
                .map(TokenSigner::read);
    }

    private boolean isSigned(byte[] bytes, byte[] subject) {
        byte[] tag = Arrays.copyOfRange(bytes, CLAIM_BYTES, TOKEN_BYTES);
        return accepted.stream()
                .filter(key -> key.id() == bytes[1])
                .anyMatch(key -> MessageDigest.isEqual(key.tag(claims(bytes), subject), tag));
    }

    private static byte[] claims(byte[] bytes) {
        return Arrays.copyOf(bytes, CLAIM_BYTES);
    }

    private static PaymentToken read(byte[] bytes) {
        ByteBuffer claims = ByteBuffer.wrap(bytes).position(2);
        TokenId id = new TokenId(claims.getLong(), claims.getLong());
        OrderId orderId = new OrderId(claims.getLong());
        long amount = claims.getLong();
        byte[] currency = new byte[CURRENCY_BYTES];
        claims.get(currency);
        Money price = new Money(amount, new String(currency, US_ASCII));
        return new PaymentToken(id, orderId, price, Instant.ofEpochMilli(claims.getLong()));
    }

    /** Only the one canonical spelling: base64url leaves bits over that a lenient decoder would ignore. */
    private static Optional<byte[]> decode(String text) {
        if (text.length() != TEXT_CHARS || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String encoded = text.substring(PREFIX.length());
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(encoded);
            return Optional.of(bytes).filter(same -> encode(same).equals(encoded));
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
