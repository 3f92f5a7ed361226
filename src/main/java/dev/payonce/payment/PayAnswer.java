package dev.payonce.payment;

import dev.payonce.limit.Exceeded;
import dev.payonce.web.ProblemType;

/** What a request to pay is told. */
sealed interface PayAnswer {

    /** The payment has ended. A replay had ended before this request came. */
    record Ended(PaymentOutcome outcome, boolean replayed) implements PayAnswer {}

    /**
     * The outcome is not known yet; it will come to an end without the caller.
     *
     * @param forLater whether that is so because the payment was accepted for later
     */
    record Open(PaymentView payment, boolean forLater) implements PayAnswer {

        static Open of(Payment payment) {
            return new Open(PaymentView.asAnswered(payment), payment.isForLater());
        }
    }

    /** The caller has met too many declines; the token is as good as before. */
    record Limited(Exceeded exceeded) implements PayAnswer {}

    /** Nothing was recorded for this request. */
    record Refused(ProblemType problem) implements PayAnswer {}
}
