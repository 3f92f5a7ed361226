package dev.payonce.webhook;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.payonce.token.TokenConfig;
import dev.payonce.value.EndpointId;
import dev.payonce.value.WebhookSecret;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Secrets of endpoints at rest. */
class SecretSealTest {

    private static final String OLD = "an old secret of thirty-two bytes or more";
    private static final String NEW = "a new secret of thirty-two bytes or more";

    private final EndpointId owner = EndpointId.next();
    private final WebhookSecret secret = WebhookSecret.random();

    @Test
    void whatIsSealedCanBeOpenedForItsOwnerAlone() {
        SecretSeal seal = seal(NEW, null);

        byte[] sealed = seal.seal(secret, owner);

        assertThat(shown(seal.open(sealed, owner)), equalTo(secret.shown()));
        assertThat(seal.open(sealed, owner).orElseThrow().stale(), is(false));
        assertThat(seal.open(sealed, EndpointId.next()), equalTo(Optional.empty()));
        assertThat(seal.seal(secret, owner), is(not(equalTo(sealed))));
    }

    @Test
    void whatIsTamperedWithCannotBeOpened() {
        SecretSeal seal = seal(NEW, null);
        byte[] sealed = seal.seal(secret, owner);

        sealed[20] ^= 1;

        assertThat(seal.open(sealed, owner), equalTo(Optional.empty()));
    }

    @Test
    void afterARotationOfTheTokenSecretTheOldSealOpensAndIsStale() {
        byte[] sealed = seal(OLD, null).seal(secret, owner);

        assertThat(shown(seal(NEW, OLD).open(sealed, owner)), equalTo(secret.shown()));
        assertThat(seal(NEW, OLD).open(sealed, owner).orElseThrow().stale(), is(true));
        assertThat(seal(NEW, null).open(sealed, owner), equalTo(Optional.empty()));
    }

    @Test
    void aSecretDoesNotPrintItself() {
        assertThat(secret.toString(), equalTo("whsec_***"));
    }

    static SecretSeal seal(String secret, String previous) {
        return new SecretSeal(config(secret, previous));
    }

    static TokenConfig config(String secret, String previous) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(TokenConfig.class)
                .withDefaultValue("payonce.token.secret", secret);
        if (previous != null) {
            builder.withDefaultValue("payonce.token.previous-secret", previous);
        }
        return builder.build().getConfigMapping(TokenConfig.class);
    }

    private static String shown(Optional<SecretSeal.Opened> opened) {
        return opened.orElseThrow().secret().shown();
    }
}
