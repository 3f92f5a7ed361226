package dev.payonce.order;

import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import dev.payonce.web.Caller;
import jakarta.enterprise.context.ApplicationScoped;

/** Changes the price or the description of an order that waits for its payment. */
@ApplicationScoped
class AmendOrder {

    private final Transactions transactions;
    private final Orders orders;

    AmendOrder(Transactions transactions, Orders orders) {
        this.transactions = transactions;
        this.orders = orders;
    }

    Change amend(OrderId id, VersionTag.Condition condition, Amendment amendment, Caller caller) {
        return transactions.inNew(() -> orders.lock(id)
                .filter(order -> caller.mayActFor(order.customerId()))
                .map(order -> amend(order, condition, amendment, caller.subject()))
                .orElseGet(Change::notFound));
    }

    /** The state comes before the condition: RFC 9110, 13.2.1 ignores conditions of what would be refused anyway. */
    private Change amend(Order order, VersionTag.Condition condition, Amendment amendment, String actor) {
        if (!order.payable()) {
            return Change.refused(order, Change.Refusal.NOT_PAYABLE);
        }
        if (!condition.matchesStrongly(VersionTag.of(OrderView.of(order)))) {
            return Change.refused(order, Change.Refusal.STALE);
        }
        if (amendment.setsAmount() && order.isMadeOfItems()) {
            return Change.refused(order, Change.Refusal.AMOUNT_FROM_ITEMS);
        }
        order.amend(amendment.priceOf(order), amendment.descriptionOf(order), actor);
        orders.flush();
        return Change.done(order);
    }
}
