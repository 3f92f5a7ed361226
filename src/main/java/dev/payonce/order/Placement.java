package dev.payonce.order;

import dev.payonce.web.ProblemType;
import java.util.List;

/**
 * What became of the wish to order; kept under the request's Idempotency-Key.
 *
 * @param order null if refused
 * @param refusal null if placed
 * @param skus the goods that the refusal is about
 */
record Placement(OrderView order, Refusal refusal, List<String> skus) {

    static Placement placed(Order order) {
        return new Placement(OrderView.of(order), null, List.of());
    }

    static Placement refused(Refusal refusal, List<String> skus) {
        return new Placement(null, refusal, skus);
    }

    /** Why an order is not made. Kept by name. */
    enum Refusal {
        UNKNOWN_SKU(ProblemType.UNKNOWN_SKU, "The catalogue does not have the goods that `skus` names."),
        MIXED_CURRENCIES(ProblemType.MIXED_CURRENCIES, "The goods that `skus` names are not sold in one currency."),
        AMOUNT_TOO_LARGE(ProblemType.AMOUNT_TOO_LARGE, "The items add up to more than an order can have.");

        private final ProblemType problem;
        private final String detail;

        Refusal(ProblemType problem, String detail) {
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
}
