package dev.payonce.refund;

import dev.payonce.gateway.ChargeRefund;
import dev.payonce.payment.Payment;
import dev.payonce.payment.UnexpectedCharge;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.util.Arrays;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * What a refund is about: whatever becomes of it, none of this changes.
 *
 * @param chargeReference the gateway's own id of the charge; null where there is none to give back
 * @param amount in the currency's minor unit; 0 where nothing was left that could be named
 * @param requestFingerprint 32 bytes, equal for equal wishes
 */
@Embeddable
record RefundTerms(
        long paymentId,
        long orderId,
        @Convert(converter = RefundOrigin.Column.class) RefundOrigin origin,
        String chargeReference,
        long amount,
        String currency,
        String reason,
        boolean restock,
        @JdbcTypeCode(SqlTypes.BINARY) byte[] idempotencyScope,
        @JdbcTypeCode(SqlTypes.VARBINARY) byte[] idempotencyKey,
        @JdbcTypeCode(SqlTypes.BINARY) byte[] requestFingerprint) {

    /** @param amount what goes back if the wish is granted */
    static RefundTerms of(RefundAttempt attempt, Payment payment, long amount) {
        RefundKey key = attempt.key();
        return new RefundTerms(
                payment.id().value(),
                payment.orderId().value(),
                RefundOrigin.MERCHANT,
                payment.gatewayReference(),
                amount,
                payment.money().currency(),
                attempt.wish().reason(),
                attempt.wish().restock(),
                key.scope(),
                key.key(),
                attempt.fingerprint());
    }

    static RefundTerms ofStrayCharge(UnexpectedCharge charge, String reason) {
        RefundKey key = RefundKey.ofStrayCharge(charge.reference(), 1);
        return new RefundTerms(
                charge.payment().id().value(),
                charge.payment().orderId().value(),
                RefundOrigin.STRAY_CHARGE,
                charge.reference(),
                charge.money().amount(),
                charge.money().currency(),
                reason,
                false,
                key.scope(),
                key.key(),
                key.scope());
    }

    /** The same money once more, as a refund of its own: what the gateway has declined stays declined. */
    RefundTerms anew(int attempt) {
        return as(reason, RefundKey.ofStrayCharge(chargeReference, attempt));
    }

    /** What the gateway has done of a refund that was given up. */
    RefundTerms late(RefundId givenUp, String reason) {
        return as(reason, RefundKey.ofLateRefund(givenUp));
    }

    private RefundTerms as(String otherReason, RefundKey key) {
        return new RefundTerms(
                paymentId,
                orderId,
                origin,
                chargeReference,
                amount,
                currency,
                otherReason,
                restock,
                key.scope(),
                key.key(),
                key.scope());
    }

    ChargeRefund asked(RefundId id) {
        return new ChargeRefund(id, chargeReference, new Money(amount, currency));
    }

    boolean haveContentOf(RefundAttempt attempt) {
        return Arrays.equals(requestFingerprint, attempt.fingerprint());
    }

    PaymentId payment() {
        return new PaymentId(paymentId);
    }

    OrderId order() {
        return new OrderId(orderId);
    }

    RefundKey key() {
        return new RefundKey(idempotencyScope, idempotencyKey);
    }
}
