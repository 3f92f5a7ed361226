package dev.payonce.token;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TokenSignerTest {

    private static final String SECRET = "a secret of more than thirty-two bytes";
    private static final String OTHER_SECRET = "quite another secret, as long as that";

    private final PaymentToken token = new PaymentToken(
            TokenId.random(), OrderId.next(), new Money(1800, "USD"), Instant.parse("2026-11-29T12:00:00.123Z"));

    @Test
    void aSignedTokenSaysWhatWasSigned() {
        TokenSigner signer = signer(SECRET, null);

        String text = signer.sign(token, "alice");

        assertThat(signer.verify(text, "alice"), equalTo(Optional.of(token)));
    }

    @Test
    void aTokenLooksForgedToEverybodyElse() {
        TokenSigner signer = signer(SECRET, null);

        String text = signer.sign(token, "alice");

        assertThat(signer.verify(text, "bob"), equalTo(Optional.empty()));
        assertThat(signer.verify(text, "alice "), equalTo(Optional.empty()));
    }

    @Test
    void everyFlippedBitIsNoticed() {
        TokenSigner signer = signer(SECRET, null);
        String text = signer.sign(token, "alice");
        byte[] bytes = Base64.getUrlDecoder().decode(text.substring(3));

        for (int bit = 0; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            String forged = "pt_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            assertThat("bit " + bit, signer.verify(forged, "alice"), equalTo(Optional.empty()));
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void onlyTheCanonicalSpellingIsAccepted() {
        TokenSigner signer = signer(SECRET, null);
        String text = signer.sign(token, "alice");
        char last = text.charAt(text.length() - 1);

        for (char other : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ".toCharArray()) {
            String spelled = text.substring(0, text.length() - 1) + other;
            assertThat("ends in " + other, signer.verify(spelled, "alice").isPresent(), equalTo(other == last));
        }
        assertThat(signer.verify(text + "=", "alice"), equalTo(Optional.empty()));
        assertThat(signer.verify(text.toUpperCase(java.util.Locale.ROOT), "alice"), equalTo(Optional.empty()));
        assertThat(signer.verify("", "alice"), equalTo(Optional.empty()));
    }

    @Test
    void afterARotationTheOldSecretStillVerifiesAndTheNewOneSigns() {
        String before = signer(OTHER_SECRET, null).sign(token, "alice");
        TokenSigner rotated = signer(SECRET, OTHER_SECRET);

        assertThat(rotated.verify(before, "alice"), equalTo(Optional.of(token)));
        assertThat(rotated.sign(token, "alice"), equalTo(signer(SECRET, null).sign(token, "alice")));
        assertThat(signer(SECRET, null).verify(before, "alice"), equalTo(Optional.empty()));
        assertThat(before, not(equalTo(rotated.sign(token, "alice"))));
    }

    private static TokenSigner signer(String secret, String previous) {
        return new TokenSigner(new Settings(Duration.ofMinutes(15), secret, Optional.ofNullable(previous), false));
    }

    private record Settings(Duration ttl, String secret, Optional<String> previousSecret, boolean requireRedis)
            implements TokenConfig {}
}
