package dev.payonce.refund;

import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import dev.payonce.value.Stopwatch;

/**
 * One request that wants money back. Its refund id is made up front: whoever finds a refund with that id in MySQL knows
 * that this very request opened it.
 *
 * @param fingerprint 32 bytes, equal for equal wishes
 * @param caller the subject
 * @param waiting runs since its turn came
 * @param waited whether it has waited for a twin: then the twin's outcome is not a replay
 */
record RefundAttempt(
        RefundId refundId,
        PaymentId paymentId,
        RefundWish wish,
        RefundKey key,
        byte[] fingerprint,
        String caller,
        Stopwatch waiting,
        boolean waited) {

    /** Its turn has come. */
    RefundAttempt begun() {
        return new RefundAttempt(refundId, paymentId, wish, key, fingerprint, caller, Stopwatch.start(), waited);
    }

    RefundAttempt afterWaiting() {
        return new RefundAttempt(refundId, paymentId, wish, key, fingerprint, caller, waiting, true);
    }

    @Override
    public String toString() {
        return "RefundAttempt[" + refundId + ", " + paymentId + "]";
    }
}
