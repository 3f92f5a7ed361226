package dev.payonce.order;

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
}
