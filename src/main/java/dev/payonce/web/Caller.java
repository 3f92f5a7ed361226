package dev.payonce.web;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.RequestScoped;

/** Who sent this request, as its bearer token says. */
@RequestScoped
public class Caller {

    private final SecurityIdentity identity;

    Caller(SecurityIdentity identity) {
        this.identity = identity;
    }

    /** The token's {@code sub}; for a customer also the {@code customerId} of its orders. */
    public String subject() {
        return identity.getPrincipal().getName();
    }

    public boolean isMerchant() {
        return identity.hasRole(Role.MERCHANT);
    }

    /** Whether orders of this customer may be acted for: by the owner or by the order system. */
    public boolean mayActFor(String customerId) {
        return isMerchant() || identity.hasRole(Role.CUSTOMER) && subject().equals(customerId);
    }

    public boolean mayRead(String customerId) {
        return identity.hasRole(Role.OPERATOR) || mayActFor(customerId);
    }
}
