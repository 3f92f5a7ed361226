package dev.payonce.refund;

import dev.payonce.web.ProblemType;

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
            "The refund never arrived there and was closed. Use a new Idempotency-Key to try again.");

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
}
