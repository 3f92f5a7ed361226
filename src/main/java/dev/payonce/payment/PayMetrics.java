package dev.payonce.payment;

import dev.payonce.order.OrderStatus;
import dev.payonce.payment.PayAnswer.Ended;
import dev.payonce.payment.PayAnswer.Limited;
import dev.payonce.payment.PayAnswer.Open;
import dev.payonce.payment.PayAnswer.Refused;
import dev.payonce.web.ProblemType;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;

/** Counts what requests to pay were told, and which of them were duplicates that cost nobody anything. */
@ApplicationScoped
class PayMetrics {

    private final MeterRegistry meters;

    PayMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    void tokenIssued() {
        meters.counter("payonce.tokens.issued").increment();
    }

    void answered(PayAnswer answer) {
        meters.counter("payonce.pay", "outcome", outcome(answer)).increment();
        String duplicate = duplicate(answer);
        if (duplicate != null) {
            meters.counter("payonce.duplicates", "kind", duplicate).increment();
        }
    }

    private static String outcome(PayAnswer answer) {
        if (answer instanceof Refused refused) {
            return label(refused.problem());
        }
        if (answer instanceof Ended ended) {
            Refusal refusal = ended.outcome().refusal();
            return refusal == null ? "paid" : label(refusal.problem());
        }
        if (answer instanceof Limited) {
            return label(ProblemType.RATE_LIMITED);
        }
        return ((Open) answer).forLater() ? "accepted" : "unknown";
    }

    /** Null for a request that is no duplicate. */
    private static String duplicate(PayAnswer answer) {
        if (answer instanceof Ended ended) {
            return ended.replayed() ? "replay" : lostToAnotherToken(ended.outcome()) ? "other_token" : null;
        }
        if (answer instanceof Refused refused) {
            boolean twin = refused.problem() == ProblemType.PAYMENT_IN_PROGRESS;
            return twin ? "in_progress" : refused.problem() == ProblemType.TOKEN_REUSED ? "other_content" : null;
        }
        return null;
    }

    private static boolean lostToAnotherToken(PaymentOutcome outcome) {
        OrderStatus order = outcome.payment().orderStatus();
        return outcome.refusal() == Refusal.ORDER_NOT_PAYABLE
                && (order == OrderStatus.PAID || order == OrderStatus.PROCESSING);
    }

    private static String label(ProblemType problem) {
        return problem.name().toLowerCase(Locale.ROOT);
    }
}
