package dev.payonce.order;

import dev.payonce.web.ProblemType;

/** Why an order is not made or not changed. */
enum Refusal {
    UNKNOWN_SKU(ProblemType.UNKNOWN_SKU, "The catalogue does not have the goods that `skus` names."),
    MIXED_CURRENCIES(ProblemType.MIXED_CURRENCIES, "The goods that `skus` names are not sold in one currency."),
    AMOUNT_TOO_LARGE(ProblemType.AMOUNT_TOO_LARGE, "The items add up to more than an order can have."),
    NOT_FOUND(ProblemType.NOT_FOUND, "There is no such order."),
    NOT_PAYABLE(ProblemType.ORDER_NOT_PAYABLE, "Only an order that waits for its payment can be amended."),
    STALE(ProblemType.PRECONDITION_FAILED, "The order is not the one that If-Match names any more."),
    AMOUNT_FROM_ITEMS(ProblemType.AMOUNT_FROM_ITEMS, "The amount of this order is the sum of its items."),
    IN_PAYMENT(ProblemType.ORDER_IN_PAYMENT, "A payment of this order is at work."),
    NOT_CANCELLABLE(ProblemType.ORDER_NOT_CANCELLABLE, "Only an order that waits for its payment can be cancelled.");

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
