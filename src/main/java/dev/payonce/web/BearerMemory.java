package dev.payonce.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.smallrye.jwt.auth.principal.DefaultJWTCallerPrincipalFactory;
import io.smallrye.jwt.auth.principal.JWTAuthContextInfo;
import io.smallrye.jwt.auth.principal.JWTCallerPrincipal;
import io.smallrye.jwt.auth.principal.JWTCallerPrincipalFactory;
import io.smallrye.jwt.auth.principal.ParseException;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;

/**
 * Verifies a bearer token once, and knows it again for a few seconds by all of its characters: who pays sends the same one twice
 * within a moment, and its signature costs more than anything else in the head of a request. A key that the issuer has taken back
 * counts for so much longer, beside the minutes that its refresh takes.
 */
@Alternative
@Priority(1)
@Singleton
class BearerMemory extends JWTCallerPrincipalFactory {

    /** Of about a KiB each. */
    private static final int MOST = 10_000;

    private final JWTCallerPrincipalFactory verifier = new DefaultJWTCallerPrincipalFactory();
    private final Cache<String, JWTCallerPrincipal> verified;
    private final Clock clock;

    @Inject
    BearerMemory(HttpConfig config, Clock clock) {
        this(config.bearerMemory(), clock);
    }

    BearerMemory(Duration length, Clock clock) {
        this.verified =
                Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(length).build();
        this.clock = clock;
    }

    @Override
    public JWTCallerPrincipal parse(String token, JWTAuthContextInfo rules) throws ParseException {
        JWTCallerPrincipal known = verified.getIfPresent(token);
        if (known != null && clock.instant().getEpochSecond() < known.getExpirationTime()) {
            return known;
        }
        JWTCallerPrincipal caller = verifier.parse(token, rules);
        verified.put(token, caller);
        return caller;
    }
}
