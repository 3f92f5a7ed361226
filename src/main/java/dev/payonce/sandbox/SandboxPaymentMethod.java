package dev.payonce.sandbox;

import java.util.Arrays;
import java.util.Optional;

/** Payment methods that make one charge behave in a certain way, whatever the gateway's behaviour is. */
enum SandboxPaymentMethod {
    PM_OK("pm_ok", 0, null, null),
    PM_DECLINED("pm_declined", 0, SandboxPaymentMethod.DO_NOT_HONOR, null),
    PM_INSUFFICIENT_FUNDS("pm_insufficient_funds", 0, "insufficient_funds", null),
    PM_SLOW_2S("pm_slow_2s", 2000, null, null),
    PM_CHARGE_THEN_CUT("pm_charge_then_cut", 0, null, SandboxOutcome.CUT),
    PM_CUT_WITHOUT_CHARGE("pm_cut_without_charge", 0, null, SandboxOutcome.CUT_WITHOUT_CHARGE),
    PM_ERROR_500("pm_error_500", 0, null, SandboxOutcome.ERROR500);

    static final String DO_NOT_HONOR = "do_not_honor";

    private final String text;
    private final long delayMillis;
    private final String declineCode;
    private final SandboxOutcome fault;

    SandboxPaymentMethod(String text, long delayMillis, String declineCode, SandboxOutcome fault) {
        this.text = text;
        this.delayMillis = delayMillis;
        this.declineCode = declineCode;
        this.fault = fault;
    }

    static Optional<SandboxPaymentMethod> ofText(String text) {
        return Arrays.stream(values())
                .filter(method -> method.text.equals(text))
                .findFirst();
    }

    /** How long the charge takes before it is booked. */
    long delayMillis() {
        return delayMillis;
    }

    Optional<String> declineCode() {
        return Optional.ofNullable(declineCode);
    }

    Optional<SandboxOutcome> fault() {
        return Optional.ofNullable(fault);
    }
}
