package dev.payonce.payment;

import dev.payonce.web.ProblemType;

/** What a request to pay is told. */
sealed interface PayAnswer {

    /** The payment has ended. A replay had ended before this request came. */
    record Ended(PaymentOutcome outcome, boolean replayed) implements PayAnswer {}

    /** The outcome is not known yet; it will come to an end without the caller. */
    record Open(PaymentView payment) implements PayAnswer {}

    /** Nothing was recorded for this request. */
    record Refused(ProblemType problem) implements PayAnswer {}
}
