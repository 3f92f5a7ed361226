package dev.payonce.order;

import dev.payonce.stock.Goods;
import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import dev.payonce.web.Caller;
import jakarta.enterprise.context.ApplicationScoped;

/** Cancels an order that waits for its payment. Again is as good as once. */
@ApplicationScoped
class CancelOrder {

    private static final String CANCELLED = "order.cancelled";

    private final Transactions transactions;
    private final Orders orders;
    private final Goods goods;
    private final Outbox outbox;

    CancelOrder(Transactions transactions, Orders orders, Goods goods, Outbox outbox) {
        this.transactions = transactions;
        this.orders = orders;
        this.goods = goods;
        this.outbox = outbox;
    }

    Change cancel(OrderId id, Caller caller) {
        return transactions.inNew(() -> orders.lock(id)
                .filter(order -> caller.mayActFor(order.customerId()))
                .map(order -> cancel(order, caller.subject()))
                .orElseGet(Change::notFound));
    }

    private Change cancel(Order order, String actor) {
        return switch (order.status()) {
            case CANCELLED -> Change.done(order);
            case PENDING, PAYMENT_FAILED -> cancelNow(order, actor);
            case PROCESSING -> Change.refused(order, Change.Refusal.IN_PAYMENT);
            case PAID, PARTIALLY_REFUNDED, REFUNDED, EXPIRED, UNRECOGNIZED ->
                Change.refused(order, Change.Refusal.NOT_CANCELLABLE);
        };
    }

    private Change cancelNow(Order order, String actor) {
        order.cancel(actor);
        if (order.hasGoods()) {
            goods.release(order.id());
        }
        orders.flush();
        Change change = Change.done(order);
        outbox.add(order.id(), CANCELLED, change.order(), order.readAt());
        return change;
    }
}
