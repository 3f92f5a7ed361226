package dev.payonce.refund;

import dev.payonce.value.StoredEnum;
import dev.payonce.web.ProblemType;
import jakarta.persistence.Converter;

/** Why no money went back, for good: kept in the refund's row and answered to every repeat. */
enum RefundRefusal {
    PAYMENT_NOT_REFUNDABLE(ProblemType.PAYMENT_NOT_REFUNDABLE, "Only a payment that succeeded can be refunded."),
    REFUND_EXCEEDS_PAYMENT(
            ProblemType.REFUND_EXCEEDS_PAYMENT,
            "Less than that is left of the payment; a refund that has not ended counts as spent."),
    /** The gateway said no. */
    REFUND_DECLINED(ProblemType.REFUND_DECLINED, "No money went back; the payment is as before."),
    /** The gateway did not take the request. */
    GATEWAY_REFUSED(
            ProblemType.GATEWAY_REFUSED,
            "It is certain that no money went back. Use a new Idempotency-Key to try again."),
    /** The gateway knows nothing of it, and it may not be sent again. */
    GATEWAY_LOST(
            ProblemType.GATEWAY_LOST,
            "The refund never arrived there and was closed. Use a new Idempotency-Key to try again."),
    /** A newer version of the service has written something that this one does not know: shown so, and left alone. */
    UNRECOGNIZED(ProblemType.STORE_UNAVAILABLE, "Another version of the service keeps it.");

    private final ProblemType problem;
    private final String detail;

    RefundRefusal(ProblemType problem, String detail) {
        this.problem = problem;
        this.detail = detail;
    }

    ProblemType problem() {
        return problem;
    }

    String detail() {
        return detail;
    }

    /** Keeps it in its column. */
    @Converter
    static class Column extends StoredEnum<RefundRefusal> {

        Column() {
            super(RefundRefusal.class);
        }
    }
}
