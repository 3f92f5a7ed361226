package dev.payonce.refund;

import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import java.time.Instant;

/**
 * One request that wants money back. Its refund id is made up front: whoever finds a refund with that id in MySQL knows
 * that this very request opened it.
 *
 * @param fingerprint 32 bytes, equal for equal wishes
 * @param caller the subject
 * @param startedAt for how long to wait for a twin, by this instance's clock
 * @param waited whether it has waited for a twin: then the twin's outcome is not a replay
 */
record RefundAttempt(
        RefundId refundId,
        PaymentId paymentId,
        RefundWish wish,
        RefundKey key,
        byte[] fingerprint,
        String caller,
        Instant startedAt,
        boolean waited) {

    /** Its turn has come. */
    RefundAttempt begunAt(Instant now) {
        return new RefundAttempt(refundId, paymentId, wish, key, fingerprint, caller, now, waited);
    }

    RefundAttempt afterWaiting() {
        return new RefundAttempt(refundId, paymentId, wish, key, fingerprint, caller, startedAt, true);
    }

    @Override
    public String toString() {
        return "RefundAttempt[" + refundId + ", " + paymentId + "]";
    }
}
