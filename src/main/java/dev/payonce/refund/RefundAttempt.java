package dev.payonce.refund;

import dev.payonce.idempotency.KeyedRequest;
import dev.payonce.idempotency.Once;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import dev.payonce.value.Stopwatch;

/**
 * One request that wants money back. Its refund id is made up front: whoever finds a refund with that id in MySQL knows
 * that this very request opened it.
 *
 * @param fingerprint 32 bytes, equal for equal wishes
 * @param waiting runs since it came, or since its turn came
 * @param duplicate what a twin's outcome is to it: REPLAYED, or SHARED once it has waited for the twin
 */
record RefundAttempt(
        RefundId refundId,
        PaymentId paymentId,
        RefundWish wish,
        KeyedRequest keyed,
        byte[] fingerprint,
        Stopwatch waiting,
        Once.Kind duplicate) {

    /** Its turn has come. */
    RefundAttempt begun() {
        return new RefundAttempt(refundId, paymentId, wish, keyed, fingerprint, Stopwatch.start(), duplicate);
    }

    RefundAttempt with(Once.Kind duplicate) {
        return new RefundAttempt(refundId, paymentId, wish, keyed, fingerprint, waiting, duplicate);
    }

    RefundKey key() {
        return RefundKey.of(keyed);
    }

    /** The subject. */
    String caller() {
        return keyed.caller();
    }

    @Override
    public String toString() {
        return "RefundAttempt[" + refundId + ", " + paymentId + "]";
    }
}
