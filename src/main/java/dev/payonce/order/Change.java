package dev.payonce.order;

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
}
