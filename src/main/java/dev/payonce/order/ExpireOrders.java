package dev.payonce.order;

import dev.payonce.stock.Goods;
import dev.payonce.store.Chore;
import dev.payonce.store.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.ArrayList;
import java.util.List;

/** Ends orders that were not paid in time. One that is being paid is left alone. */
@ApplicationScoped
public class ExpireOrders {

    private static final String EXPIRED = "order.expired";
    private static final String ACTOR = "expiry";

    private final Transactions transactions;
    private final Orders orders;
    private final Goods goods;
    private final Outbox outbox;

    ExpireOrders(Transactions transactions, Orders orders, Goods goods, Outbox outbox) {
        this.transactions = transactions;
        this.orders = orders;
        this.goods = goods;
        this.outbox = outbox;
    }

    @Produces
    Chore expiry() {
        return new Chore("expiry of orders", this::expire);
    }

    /** Ends at most {@code limit} orders, passing over those that somebody else holds; answers how many. Blocks. */
    public int expire(int limit) {
        return transactions.inNew(() -> {
            List<Order> due = new ArrayList<>(orders.lockPastEnd(OrderStatus.PENDING, limit));
            if (due.size() < limit) {
                due.addAll(orders.lockPastEnd(OrderStatus.PAYMENT_FAILED, limit - due.size()));
            }
            due.forEach(this::expire);
            return due.size();
        });
    }

    private void expire(Order order) {
        order.expire(ACTOR);
        if (order.hasGoods()) {
            goods.release(order.id());
        }
        orders.flush();
        outbox.add(order.id(), EXPIRED, OrderView.of(order), order.readAt());
    }
}
