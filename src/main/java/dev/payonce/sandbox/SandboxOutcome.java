package dev.payonce.sandbox;

import java.util.Arrays;
import java.util.Optional;

/** How a charge or refund ends: whether it is booked, and what becomes of the answer. */
enum SandboxOutcome {
    APPROVE("approve", true),
    DECLINE("decline", true),
    /** Booked, then the connection is cut instead of an answer. */
    CUT("cut", true),
    /** Cut, and nothing is booked: only a payment method asks for this. */
    CUT_WITHOUT_CHARGE("cutWithoutCharge", false),
    /** 500 with JSON, and nothing is booked. */
    ERROR500("error500", false),
    /** Booked, answered 200 with a page. */
    HTML("html", true),
    /** Booked, answered 200 without a body. */
    EMPTY("empty", true),
    /** Booked, answered with a status that the protocol does not know. */
    UNKNOWN_STATUS("unknownStatus", true),
    /** Booked as asked, answered with one minor unit more. */
    WRONG_AMOUNT("wrongAmount", true);

    private final String text;
    private final boolean booked;

    SandboxOutcome(String text, boolean booked) {
        this.text = text;
        this.booked = booked;
    }

    /** The outcome that the behaviour calls {@code text}. */
    static Optional<SandboxOutcome> ofText(Object text) {
        return Arrays.stream(values())
                .filter(outcome -> outcome != CUT_WITHOUT_CHARGE && outcome.text.equals(text))
                .findFirst();
    }

    String text() {
        return text;
    }

    boolean isBooked() {
        return booked;
    }

    boolean isPlain() {
        return this == APPROVE || this == DECLINE;
    }
}
