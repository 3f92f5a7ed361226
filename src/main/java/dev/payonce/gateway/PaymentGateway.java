package dev.payonce.gateway;

import dev.payonce.value.PaymentId;
import io.smallrye.mutiny.Uni;

/** The one port to the outside. No call fails: what went wrong is a result, for money hangs on the difference. */
public interface PaymentGateway {

    /** Takes the money. Nothing but an unknown result may be asked about again, under the same id. */
    Uni<ChargeResult> charge(Charge charge);

    /** Asks what has become of a charge that was sent before. */
    Uni<ChargeLookUp> findCharge(PaymentId id);

    /** Gives money back. Nothing but an unknown result may be asked about again, under the same id. */
    Uni<RefundResult> refund(ChargeRefund refund);

    /** Asks what has become of a refund that may have been sent before. */
    Uni<RefundLookUp> findRefund(ChargeRefund refund);
}
