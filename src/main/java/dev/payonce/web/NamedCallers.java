package dev.payonce.web;

import dev.payonce.value.PlainText;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.AuthenticationRequestContext;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.SecurityIdentityAugmentor;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.jwt.JsonWebToken;

/**
 * Signs nobody in by a token that does not say whose it is: by another name alone one would pass wherever a role is all that
 * is asked for, and no history could tell who it was.
 */
@ApplicationScoped
class NamedCallers implements SecurityIdentityAugmentor {

    /** As wide as the columns that keep it. */
    private static final int MAX_SUBJECT = 255;

    @Override
    public Uni<SecurityIdentity> augment(SecurityIdentity identity, AuthenticationRequestContext context) {
        return identity.getPrincipal() instanceof JsonWebToken token && !isUsable(token.getClaim("sub"))
                ? Uni.createFrom().failure(new AuthenticationFailedException("the bearer token has no usable sub"))
                : Uni.createFrom().item(identity);
    }

    private static boolean isUsable(Object subject) {
        return subject instanceof String text && !text.isBlank() && PlainText.Check.isPlain(text, MAX_SUBJECT);
    }
}
