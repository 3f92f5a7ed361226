package dev.payonce.refund;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.idempotency.KeyedRequest;

/**
 * What makes two wishes for money back the same wish; kept in the refund's row for good.
 *
 * @param scope 32 bytes: who may use the key for what
 * @param key as the caller chose it
 */
record RefundKey(byte[] scope, byte[] key) {

    private static final byte[] STRAY_CHARGE = "stray charge".getBytes(UTF_8);

    static RefundKey of(KeyedRequest request) {
        return new RefundKey(request.scope(), request.keyBytes());
    }

    /** A charge is given back once, whoever comes across it, and however often. */
    static RefundKey ofStrayCharge(String chargeId) {
        return new RefundKey(new KeyedRequest("payonce", "refund " + chargeId, "", null).scope(), STRAY_CHARGE);
    }
}
