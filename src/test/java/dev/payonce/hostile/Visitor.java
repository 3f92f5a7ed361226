package dev.payonce.hostile;

import dev.payonce.web.Role;

/** Somebody at the door: of a role, and with or without a right to the thing that the call is about. */
enum Visitor {
    NOBODY("nobody", null, null),
    NO_ROLE("no role", "walker", "admin"),
    OWNING_CUSTOMER("customer", "matrix-alice", Role.CUSTOMER),
    OTHER_CUSTOMER("other customer", "matrix-bob", Role.CUSTOMER),
    OWNING_MERCHANT("merchant", "matrix-shop", Role.MERCHANT),
    OTHER_MERCHANT("other merchant", "matrix-rival", Role.MERCHANT),
    OPERATOR("operator", "matrix-ops", Role.OPERATOR);

    final String title;
    final String subject;
    final String role;

    Visitor(String title, String subject, String role) {
        this.title = title;
        this.subject = subject;
        this.role = role;
    }

    boolean isStranger() {
        return this == OTHER_CUSTOMER || this == OTHER_MERCHANT;
    }

    /** Of the same role, and what the call is about is theirs. */
    Visitor owner() {
        return Role.MERCHANT.equals(role) ? OWNING_MERCHANT : OWNING_CUSTOMER;
    }

    String bearer() {
        return HandmadeJwt.of(subject, role).signedBy(JwtKeys.issuers());
    }
}
