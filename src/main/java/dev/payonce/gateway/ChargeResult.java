package dev.payonce.gateway;

/**
 * What became of a charge, as far as is known.
 *
 * @param reference the gateway's own id of the charge; null when it gave none
 * @param code why: the gateway's code of a decline or refusal, ours for an unknown result; null when approved
 */
public record ChargeResult(Verdict verdict, String reference, String code) {

    /** The closed list of verdicts. */
    public enum Verdict {
        /** The money was taken. */
        APPROVED,
        /** The gateway said no; nothing was taken. */
        DECLINED,
        /** The gateway did not accept the request, or was never reached: it is certain that nothing was taken. */
        REFUSED,
        /** Anything else. The money may have been taken: only a look-up, or the same key again, may follow. */
        UNKNOWN
    }

    public static ChargeResult approved(String reference) {
        return new ChargeResult(Verdict.APPROVED, reference, null);
    }

    public static ChargeResult declined(String reference, String code) {
        return new ChargeResult(Verdict.DECLINED, reference, code);
    }

    public static ChargeResult refused(String code) {
        return new ChargeResult(Verdict.REFUSED, null, code);
    }

    public static ChargeResult unknown(String reason) {
        return new ChargeResult(Verdict.UNKNOWN, null, reason);
    }
}
