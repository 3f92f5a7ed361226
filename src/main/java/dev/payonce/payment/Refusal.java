package dev.payonce.payment;

import dev.payonce.value.StoredEnum;
import dev.payonce.web.ProblemType;
import jakarta.persistence.Converter;

/** Why a payment came to nothing, for good: kept in its row and answered to every repeat. */
public enum Refusal {
    /** First heard of when the time to start was over: from now on it cannot pay, whoever still holds it. */
    TOKEN_EXPIRED(ProblemType.TOKEN_EXPIRED),
    /** Paid or being paid with another token, cancelled or expired. */
    ORDER_NOT_PAYABLE(ProblemType.ORDER_NOT_PAYABLE),
    /** The amount is not the token's any more. */
    ORDER_CHANGED(ProblemType.ORDER_CHANGED),
    /** The goods are sold out; the gateway was not called. */
    OUT_OF_STOCK(ProblemType.OUT_OF_STOCK),
    /** The gateway said no. */
    PAYMENT_DECLINED(ProblemType.PAYMENT_DECLINED),
    /** The gateway did not take the request. */
    GATEWAY_REFUSED(ProblemType.GATEWAY_REFUSED),
    /** The gateway knows nothing of it after its own time limit. */
    GATEWAY_LOST(ProblemType.GATEWAY_LOST),
    /** A newer version of the service has written something that this one does not know: shown so, and left alone. */
    UNRECOGNIZED(ProblemType.STORE_UNAVAILABLE);

    private final ProblemType problem;

    Refusal(ProblemType problem) {
        this.problem = problem;
    }

    ProblemType problem() {
        return problem;
    }

    /** Keeps it in its column. */
    @Converter
    static class Column extends StoredEnum<Refusal> {

        Column() {
            super(Refusal.class);
        }
    }
}
