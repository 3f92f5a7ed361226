package dev.payonce.refund;

import dev.payonce.order.Orders;
import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import dev.payonce.web.Caller;
import dev.payonce.web.Page;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** Shows refunds to those who may see their order. */
@ApplicationScoped
class ReadRefund {

    private final Transactions transactions;
    private final Refunds refunds;
    private final Orders orders;

    ReadRefund(Transactions transactions, Refunds refunds, Orders orders) {
        this.transactions = transactions;
        this.refunds = refunds;
        this.orders = orders;
    }

    /** Empty also where the order is somebody else's. */
    Optional<RefundView> find(RefundId id, Caller caller) {
        return transactions.read(() -> refunds.find(id)
                .filter(refund -> !refund.isRejected() && maySee(refund.orderId(), caller))
                .map(RefundView::of));
    }

    /** Newest first, from behind the given one; empty also where the order is somebody else's. */
    Optional<Page<RefundView>> ofPayment(PaymentId payment, RefundId before, int limit, Caller caller) {
        return transactions.read(() -> refunds.orderOf(payment)
                .filter(order -> maySee(order, caller))
                .map(order -> page(payment, before, limit)));
    }

    private Page<RefundView> page(PaymentId payment, RefundId before, int limit) {
        List<RefundView> found = refunds.ofPayment(payment, before, limit + 1).stream()
                .map(RefundView::of)
                .toList();
        return Page.of(found, limit, RefundView::id);
    }

    private boolean maySee(OrderId id, Caller caller) {
        return orders.find(id)
                .filter(order -> caller.mayRead(order.customerId()))
                .isPresent();
    }
}
