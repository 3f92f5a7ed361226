package dev.payonce.order;

import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import dev.payonce.web.Caller;
import dev.payonce.web.Page;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** Shows orders to those who may see them. */
@ApplicationScoped
class ReadOrder {

    private final Transactions transactions;
    private final Orders orders;

    ReadOrder(Transactions transactions, Orders orders) {
        this.transactions = transactions;
        this.orders = orders;
    }

    /** Empty also where the order is somebody else's. */
    Optional<OrderView> find(OrderId id, Caller caller) {
        return transactions.inNew(() -> visible(id, caller).map(OrderView::of));
    }

    Page<OrderView> list(OrderQuery query) {
        return transactions.inNew(() -> {
            List<OrderView> found =
                    orders.page(query).stream().map(OrderView::of).toList();
            return Page.of(found, query.limit(), OrderView::id);
        });
    }

    /** Oldest first; empty also where the order is somebody else's. */
    Optional<Page<OrderMove.View>> history(OrderId id, Caller caller, int after, int limit) {
        return transactions.inNew(() -> visible(id, caller)
                .map(order -> orders.history(order.id(), after, limit + 1))
                .map(moves -> Page.of(moves, limit, OrderMove.View::version)));
    }

    private Optional<Order> visible(OrderId id, Caller caller) {
        return orders.find(id).filter(order -> caller.mayRead(order.customerId()));
    }
}
