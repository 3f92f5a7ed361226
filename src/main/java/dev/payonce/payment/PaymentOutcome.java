package dev.payonce.payment;

/**
 * How a payment ended, as it is told and told again: recorded in Redis as JSON, and derived from the row otherwise.
 *
 * @param refusal null when it succeeded
 */
record PaymentOutcome(PaymentView payment, Refusal refusal) {

    static PaymentOutcome of(Payment payment) {
        return new PaymentOutcome(PaymentView.asAnswered(payment), payment.refusal());
    }
}
