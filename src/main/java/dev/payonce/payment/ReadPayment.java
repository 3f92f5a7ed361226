package dev.payonce.payment;

import dev.payonce.order.Orders;
import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.web.Caller;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/** Shows payments to those who may see their order. */
@ApplicationScoped
class ReadPayment {

    private final Transactions transactions;
    private final Payments payments;
    private final Orders orders;

    ReadPayment(Transactions transactions, Payments payments, Orders orders) {
        this.transactions = transactions;
        this.payments = payments;
        this.orders = orders;
    }

    /** Empty also where the order is somebody else's. */
    Optional<PaymentView> find(PaymentId id, Caller caller) {
        return transactions.read(() -> payments.find(id)
                .filter(payment -> maySee(payment.orderId(), caller))
                .map(PaymentView::of));
    }

    /** As it is now, for those who know that it is there: a request's own session would show what it has read before. */
    Payment get(PaymentId id) {
        return transactions.inNew(() -> payments.find(id).orElseThrow());
    }

    /** Newest first, at most {@code limit}; empty also where the order is somebody else's. */
    Optional<List<PaymentView>> ofOrder(OrderId order, PaymentId before, int limit, Caller caller) {
        return transactions.read(() -> maySee(order, caller)
                ? Optional.of(payments.ofOrder(order, before, limit).stream()
                        .map(PaymentView::of)
                        .toList())
                : Optional.empty());
    }

    /** Everybody's, newest first, at most {@code limit}; all, or those in one state. */
    List<PaymentView> all(Optional<PaymentStatus> status, PaymentId before, int limit) {
        return transactions.read(
                () -> status
                        .map(one -> payments.newest(one, before, limit))
                        .orElseGet(() -> payments.newest(before, limit))
                        .stream()
                        .map(PaymentView::of)
                        .toList());
    }

    private boolean maySee(OrderId id, Caller caller) {
        return orders.find(id)
                .filter(order -> caller.mayRead(order.customerId()))
                .isPresent();
    }
}
