package dev.payonce.order;

import dev.payonce.web.ProblemType;

/**
 * How the wish to change an order ended.
 *
 * @param order as it is now; null if there is none for this caller
 * @param refusal null if the order is now as wished
 */
record Change(OrderView order, Refusal refusal) {

    static Change notFound() {
        return new Change(null, Refusal.NOT_FOUND);
    }

    static Change refused(Order order, Refusal refusal) {
        return new Change(OrderView.of(order), refusal);
    }

    static Change done(Order order) {
        return new Change(OrderView.of(order), null);
    }

    /** Why an order is not amended or not cancelled. */
    enum Refusal {
        NOT_FOUND(ProblemType.NOT_FOUND, "There is no such order."),
        NOT_PAYABLE(ProblemType.ORDER_NOT_PAYABLE, "Only an order that waits for its payment can be amended."),
        STALE(ProblemType.PRECONDITION_FAILED, "The order is not the one that If-Match names any more."),
        AMOUNT_FROM_ITEMS(ProblemType.AMOUNT_FROM_ITEMS, "The amount of this order is the sum of its items."),
        IN_PAYMENT(ProblemType.ORDER_IN_PAYMENT, "A payment of this order is at work."),
        NOT_CANCELLABLE(
                ProblemType.ORDER_NOT_CANCELLABLE, "Only an order that waits for its payment can be cancelled.");

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
