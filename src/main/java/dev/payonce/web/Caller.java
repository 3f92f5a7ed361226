package dev.payonce.web;

import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.RequestScoped;
import java.time.Instant;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** Who sent this request, as its bearer token says. */
@RequestScoped
public class Caller {

    private final SecurityIdentity identity;

    Caller(SecurityIdentity identity) {
        this.identity = identity;
    }

    /** The token's {@code sub}; for a customer also the {@code customerId} of its orders. */
    public String subject() {
        return subjectOf(identity).orElseThrow(() -> new AuthenticationFailedException("there is no bearer token"));
    }

    /** The same of an identity. Not its name: that prefers other claims, which an issuer may let people choose. */
    public static Optional<String> subjectOf(SecurityIdentity identity) {
        return identity.getPrincipal() instanceof JsonWebToken token
                ? Optional.of(token.getSubject())
                : Optional.empty();
    }

    /** When the bearer token expires. */
    public Instant validUntil() {
        return identity.getPrincipal() instanceof JsonWebToken token
                ? Instant.ofEpochSecond(token.getExpirationTime())
                : Instant.MIN;
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
