package dev.payonce.gateway;

/**
 * What became of a refund, as far as is known.
 *
 * @param reference the gateway's own id of the refund; null when it gave none
 * @param code why: the gateway's code of a decline or refusal, ours for an unknown result; null when it succeeded
 */
public record RefundResult(Verdict verdict, String reference, String code) {

    /** The closed list of verdicts. */
    public enum Verdict {
        /** The money went back. */
        SUCCEEDED,
        /** The gateway said no; nothing went back. */
        DECLINED,
        /** The gateway did not accept the request: it is certain that this call gave nothing back. */
        REFUSED,
        /** The gateway was never reached: it is certain that this call gave nothing back. */
        UNREACHED,
        /** Anything else. The money may have gone back: only a look-up, or the same key again, may follow. */
        UNKNOWN
    }

    public static RefundResult succeeded(String reference) {
        return new RefundResult(Verdict.SUCCEEDED, reference, null);
    }

    public static RefundResult declined(String reference, String code) {
        return new RefundResult(Verdict.DECLINED, reference, code);
    }

    public static RefundResult refused(String code) {
        return new RefundResult(Verdict.REFUSED, null, code);
    }

    public static RefundResult unreached(String reason) {
        return new RefundResult(Verdict.UNREACHED, null, reason);
    }

    public static RefundResult unknown(String reason) {
        return new RefundResult(Verdict.UNKNOWN, null, reason);
    }
}
