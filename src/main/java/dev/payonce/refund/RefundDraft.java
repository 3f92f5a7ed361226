package dev.payonce.refund;

import dev.payonce.payment.Payment;
import dev.payonce.payment.UnexpectedCharge;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;

/**
 * What a refund is made of.
 *
 * @param chargeId the gateway's own id of the charge; null where there is none to give back
 * @param amount in the currency's minor unit; 0 where nothing was left that could be named
 * @param fingerprint 32 bytes, equal for equal wishes
 */
record RefundDraft(
        RefundId id,
        PaymentId paymentId,
        OrderId orderId,
        RefundOrigin origin,
        String chargeId,
        long amount,
        String currency,
        String reason,
        boolean restock,
        RefundKey key,
        byte[] fingerprint) {

    /** @param amount what goes back if the wish is granted */
    static RefundDraft of(RefundAttempt attempt, Payment payment, long amount) {
        return new RefundDraft(
                attempt.refundId(),
                payment.id(),
                payment.orderId(),
                RefundOrigin.MERCHANT,
                payment.gatewayReference(),
                amount,
                payment.money().currency(),
                attempt.wish().reason(),
                attempt.wish().restock(),
                attempt.key(),
                attempt.fingerprint());
    }

    static RefundDraft ofStrayCharge(UnexpectedCharge charge, String reason) {
        RefundKey key = RefundKey.ofStrayCharge(charge.reference(), 1);
        return new RefundDraft(
                RefundId.next(),
                charge.payment().id(),
                charge.payment().orderId(),
                RefundOrigin.STRAY_CHARGE,
                charge.reference(),
                charge.money().amount(),
                charge.money().currency(),
                reason,
                false,
                key,
                key.scope());
    }

    /** The same money once more, as a refund of its own: what the gateway has declined stays declined. */
    static RefundDraft anew(Refund failed, int attempt) {
        return like(failed, failed.reason(), RefundKey.ofStrayCharge(failed.chargeReference(), attempt));
    }

    /** What the gateway has done although it was given up. */
    static RefundDraft ofLate(Refund givenUp, String reason) {
        return like(givenUp, reason, RefundKey.ofLateRefund(givenUp.id()));
    }

    private static RefundDraft like(Refund refund, String reason, RefundKey key) {
        return new RefundDraft(
                RefundId.next(),
                refund.paymentId(),
                refund.orderId(),
                refund.origin(),
                refund.chargeReference(),
                refund.amount(),
                refund.currency(),
                reason,
                refund.restock(),
                key,
                key.scope());
    }
}
