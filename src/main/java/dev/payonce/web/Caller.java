package dev.payonce.web;

import dev.payonce.value.PlainText;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.RequestScoped;
import java.time.Instant;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Who sent this request, as its bearer token says. */
@RequestScoped
public class Caller {

    /** As wide as the columns that keep it. */
    private static final int MAX_SUBJECT = 255;

    private final SecurityIdentity identity;

    Caller(SecurityIdentity identity) {
        this.identity = identity;
    }

    /** The token's {@code sub}; for a customer also the {@code customerId} of its orders. */
    public String subject() {
        // not getName(): that prefers other claims, which an issuer may let people choose
        if (identity.getPrincipal() instanceof JsonWebToken token && isUsable(token.getSubject())) {
            return token.getSubject();
        }
        throw new AuthenticationFailedException("the bearer token has no usable sub");
    }

    /** When the bearer token expires. */
    public Instant validUntil() {
        return identity.getPrincipal() instanceof JsonWebToken token
                ? Instant.ofEpochSecond(token.getExpirationTime())
                : Instant.MIN;
    }

    private static boolean isUsable(String subject) {
        return subject != null && PlainText.Check.isPlain(subject, MAX_SUBJECT);
    }

    public boolean isMerchant() {
        return identity.hasRole(Role.MERCHANT);
    }

    public boolean isOperator() {
        return identity.hasRole(Role.OPERATOR);
    }

    /** Whether orders of this customer may be acted for: by the owner or by the order system. */
    public boolean mayActFor(String customerId) {
        return isMerchant() || identity.hasRole(Role.CUSTOMER) && subject().equals(customerId);
    }

    /** Whether everybody's orders may be read. */
    public boolean mayReadAll() {
        return isMerchant() || isOperator();
    }

    public boolean mayRead(String customerId) {
        return mayReadAll() || mayActFor(customerId);
    }
}
