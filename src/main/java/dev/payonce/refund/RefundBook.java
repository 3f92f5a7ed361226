package dev.payonce.refund;

import dev.payonce.gateway.RefundResult;
import dev.payonce.order.Order;
import dev.payonce.order.Orders;
import dev.payonce.order.Outbox;
import dev.payonce.payment.Payment;
import dev.payonce.stock.Goods;
import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import dev.payonce.value.RefundId;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.BiConsumer;

/**
 * Settles refunds, each in one short transaction under the order's row lock. Whoever settles first is right: a refund
 * that has ended stays as it is.
 */
@ApplicationScoped
class RefundBook {

    static final String SUCCEEDED = "refund.succeeded";
    static final String FAILED = "refund.failed";

    private final Transactions transactions;
    private final Refunds refunds;
    private final Orders orders;
    private final Outbox outbox;
    private final Goods goods;

    RefundBook(Transactions transactions, Refunds refunds, Orders orders, Outbox outbox, Goods goods) {
        this.transactions = transactions;
        this.refunds = refunds;
        this.orders = orders;
        this.outbox = outbox;
        this.goods = goods;
    }

    /**
     * Keeps what the gateway was found or heard to have done. What is neither a success nor a decline changes nothing.
     *
     * @param actor who learned it
     * @return the state afterwards
     */
    RefundStatus settle(RefundId id, RefundResult result, String actor) {
        OrderId order = transactions.read(() -> refunds.orderOf(id)).orElseThrow();
        return settle(order, id, result, actor).status();
    }

    /** The same for whoever knows the order. */
    Refund settle(OrderId of, RefundId id, RefundResult result, String actor) {
        return ifOpen(of, id, (order, refund) -> {
            switch (result.verdict()) {
                case SUCCEEDED -> succeed(order, refund, result, actor);
                case DECLINED -> fail(order, refund, RefundRefusal.REFUND_DECLINED, result);
                case REFUSED, UNREACHED, UNKNOWN -> refund.outcomeUnknown(result.code());
            }
        });
    }

    /** Transaction 2: keeps how one call went. A refusal settles the refund only if no other call may have arrived. */
    Refund settleCall(RefundSend send, RefundResult result, String actor) {
        return ifOpen(send.orderId(), send.refund().id(), (order, refund) -> {
            switch (result.verdict()) {
                case SUCCEEDED -> succeed(order, refund, result, actor);
                case DECLINED -> fail(order, refund, RefundRefusal.REFUND_DECLINED, result);
                case REFUSED -> refuse(order, refund, send, result, true);
                case UNREACHED -> refuse(order, refund, send, result, send.isHeard());
                case UNKNOWN -> refund.outcomeUnknown(result.code());
            }
        });
    }

    /** The gateway knows nothing of it, will not any more, and may not be asked again. */
    Refund lose(OrderId of, RefundId id) {
        RefundResult nothing = RefundResult.unknown(null);
        return ifOpen(of, id, (order, refund) -> fail(order, refund, RefundRefusal.GATEWAY_LOST, nothing));
    }

    private Refund ifOpen(OrderId of, RefundId id, BiConsumer<Order, Refund> change) {
        return transactions.inNew(() -> {
            Order order = orders.lock(of).orElseThrow();
            Refund refund = refunds.lock(id).orElseThrow();
            if (refund.isOpen()) {
                change.accept(order, refund);
            }
            return refund;
        });
    }

    private void succeed(Order order, Refund refund, RefundResult result, String actor) {
        refund.succeed(result.reference(), order.readAt());
        if (refund.isOfOrder()) {
            giveBack(order, refund, actor);
        }
        outbox.add(order.id(), SUCCEEDED, RefundView.of(refund), order.readAt());
    }

    private void giveBack(Order order, Refund refund, String actor) {
        Payment payment = refunds.payment(refund.paymentId()).orElseThrow();
        payment.addRefund(refund.amount());
        boolean completely = payment.isRefundedCompletely();
        order.refund(completely, actor, "refund " + refund.id() + " succeeded");
        if (completely && refunds.saysThatGoodsAreBack(payment.id())) {
            goods.restock(order.id());
        }
    }

    private void refuse(Order order, Refund refund, RefundSend send, RefundResult result, boolean forGood) {
        if (forGood && refund.isOnlyCall(send)) {
            fail(order, refund, RefundRefusal.GATEWAY_REFUSED, result);
        } else {
            refund.sentInVain(send);
            refund.outcomeUnknown(result.code());
        }
    }

    /** A charge that no order was waiting for goes back whatever the gateway says: such a refund never gives up. */
    private void fail(Order order, Refund refund, RefundRefusal refusal, RefundResult result) {
        if (!refund.isOfOrder()) {
            Log.errorf("ALERT: %s of a stray charge was not carried out and is tried again: %s", refund.id(), refusal);
            refund.outcomeUnknown(result.code());
            return;
        }
        refund.fail(refusal, result.code(), result.reference(), order.readAt());
        outbox.add(order.id(), FAILED, RefundView.of(refund), order.readAt());
    }
}
