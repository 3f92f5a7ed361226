package dev.payonce.refund;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.idempotency.KeyedRequest;
import dev.payonce.value.RefundId;

/**
 * What makes two wishes for money back the same wish; kept in the refund's row for good.
 *
 * @param scope 32 bytes: who may use the key for what
 * @param key as the caller chose it
 */
record RefundKey(byte[] scope, byte[] key) {

    private static final String STRAY_CHARGE = "stray charge";

    static RefundKey of(KeyedRequest request) {
        return new RefundKey(request.scope(), request.keyBytes());
    }

    /**
     * A charge is given back once, whoever comes across it, and however often.
     *
     * @param attempt 1, and one more each time that the gateway has declined
     */
    static RefundKey ofStrayCharge(String chargeId, int attempt) {
        String key = attempt == 1 ? STRAY_CHARGE : STRAY_CHARGE + " " + attempt;
        return new RefundKey(ours("refund " + chargeId), key.getBytes(UTF_8));
    }

    /** A refund that was given up and turned up is counted once. */
    static RefundKey ofLateRefund(RefundId givenUp) {
        return new RefundKey(ours("late " + givenUp), "late refund".getBytes(UTF_8));
    }

    private static byte[] ours(String operation) {
        return new KeyedRequest("payonce", operation, "", null).scope();
    }
}
