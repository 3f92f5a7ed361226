package dev.payonce.web;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.payonce.hostile.JwtKeys;
import io.smallrye.jwt.auth.principal.JWTAuthContextInfo;
import io.smallrye.jwt.auth.principal.ParseException;
import io.smallrye.jwt.build.Jwt;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** By another key one sees whether the signature has been looked at: it fits no longer. */
class BearerMemoryTest {

    private static final String ISSUER = "payonce-test";
    private static final Instant NOW = Instant.now();
    private static final Instant END = NOW.plusSeconds(60);
    private static final KeyPair KEY = JwtKeys.foreign();
    private static final JWTAuthContextInfo RULES = new JWTAuthContextInfo(KEY.getPublic(), ISSUER);
    private static final JWTAuthContextInfo OTHER_KEY =
            new JWTAuthContextInfo(JwtKeys.foreign().getPublic(), ISSUER);

    private final String token = token("alice");

    @Test
    void aGoodTokenIsKnownAgain() throws ParseException {
        BearerMemory memory = memory(Duration.ofMinutes(1), NOW);
        memory.parse(token, RULES);

        assertThat(memory.parse(token, OTHER_KEY).getSubject(), equalTo("alice"));
    }

    @Test
    void anotherTokenIsNot() throws ParseException {
        BearerMemory memory = memory(Duration.ofMinutes(1), NOW);
        memory.parse(token, RULES);
        String tampered = token("bob").replaceFirst("[^.]*$", "") + token.substring(token.lastIndexOf('.') + 1);

        assertThrows(ParseException.class, () -> memory.parse(token("bob"), OTHER_KEY));
        assertThrows(ParseException.class, () -> memory.parse(tampered, RULES));
    }

    @Test
    void atItsEndItIsLookedAtAgain() throws ParseException {
        BearerMemory memory = memory(Duration.ofMinutes(1), END);
        memory.parse(token, RULES);

        assertThrows(ParseException.class, () -> memory.parse(token, OTHER_KEY));
    }

    @Test
    void aBadTokenIsNeverKnown() {
        BearerMemory memory = memory(Duration.ofMinutes(1), NOW);

        assertThrows(ParseException.class, () -> memory.parse(token, OTHER_KEY));
        assertThrows(ParseException.class, () -> memory.parse(token, OTHER_KEY));
    }

    @Test
    void withoutMemoryEachOneIsLookedAt() throws ParseException {
        BearerMemory memory = memory(Duration.ZERO, NOW);
        memory.parse(token, RULES);

        assertThrows(ParseException.class, () -> memory.parse(token, OTHER_KEY));
    }

    private static BearerMemory memory(Duration length, Instant now) {
        return new BearerMemory(length, Clock.fixed(now, ZoneOffset.UTC));
    }

    private static String token(String subject) {
        return Jwt.issuer(ISSUER).subject(subject).expiresAt(END).sign(KEY.getPrivate());
    }
}
