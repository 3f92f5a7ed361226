package dev.payonce.sandbox;

import java.util.Locale;

/** What a call asks of the gateway. */
enum SandboxOperation {
    CHARGE,
    FIND_CHARGE,
    REFUND,
    FIND_REFUND;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isAboutRefunds() {
        return this == REFUND || this == FIND_REFUND;
    }
}
