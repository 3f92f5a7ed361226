package dev.payonce.refund;

import dev.payonce.gateway.RefundResult;
import dev.payonce.gateway.RefundResult.Verdict;
import dev.payonce.order.Order;
import dev.payonce.order.Orders;
import dev.payonce.order.Outbox;
import dev.payonce.payment.Payment;
import dev.payonce.payment.RecoveryConfig;
import dev.payonce.stock.Goods;
import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import dev.payonce.value.RefundId;
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
    private final LateCharges lateCharges;
    private final LateRefunds lateRefunds;
    private final RecoveryConfig recovery;

    RefundBook(
            Transactions transactions,
            Refunds refunds,
            Orders orders,
            Outbox outbox,
            Goods goods,
            LateCharges lateCharges,
            LateRefunds lateRefunds,
            RecoveryConfig recovery) {
        this.transactions = transactions;
        this.refunds = refunds;
        this.orders = orders;
        this.outbox = outbox;
        this.goods = goods;
        this.lateCharges = lateCharges;
        this.lateRefunds = lateRefunds;
        this.recovery = recovery;
    }

    /**
     * Keeps what the gateway was found or heard to have done. What is neither a success nor a decline settles nothing.
     *
     * @param actor who learned it
     */
    void settle(RefundId id, RefundResult result, String actor) {
        OrderId order = transactions.read(() -> refunds.orderOf(id)).orElseThrow();
        settle(order, id, result, actor);
    }

    /** The same for whoever knows the order. */
    Refund settle(OrderId of, RefundId id, RefundResult result, String actor) {
        return locked(of, id, (order, refund) -> {
            if (!refund.isOpen()) {
                foundAfterItsEnd(order, refund, result, actor);
                return;
            }
            switch (result.verdict()) {
                case SUCCEEDED -> succeed(order, refund, result, actor);
                case DECLINED -> fail(order, refund, RefundRefusal.REFUND_DECLINED, result);
                case REFUSED, UNREACHED, UNKNOWN -> refund.outcomeUnknown(result.code());
            }
        });
    }

    private void foundAfterItsEnd(Order order, Refund refund, RefundResult result, String actor) {
        if (result.verdict() != Verdict.SUCCEEDED) {
            refund.endWatch(recovery.lostWatch());
        } else if (refund.hasFailed()) {
            lateRefunds.account(refund, result.reference(), order.readAt()).ifPresent(late -> tell(order, late, actor));
        }
    }

    /** The gateway was asked about a refund that had been closed, and knows nothing of it. */
    Refund stillLost(OrderId of, RefundId id) {
        return locked(of, id, (order, refund) -> refund.endWatch(recovery.lostWatch()));
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

    /** The gateway knows nothing of it, should not any more, and must not be sent it again. */
    Refund lose(OrderId of, RefundId id) {
        return ifOpen(of, id, (order, refund) -> {
            refund.lose(order.readAt(), recovery.maxInterval());
            outbox.add(order.id(), FAILED, RefundView.of(refund), order.readAt());
        });
    }

    private Refund ifOpen(OrderId of, RefundId id, BiConsumer<Order, Refund> change) {
        return locked(of, id, (order, refund) -> {
            if (refund.isOpen()) {
                change.accept(order, refund);
            }
        });
    }

    private Refund locked(OrderId of, RefundId id, BiConsumer<Order, Refund> change) {
        return transactions.inNew(() -> {
            Order order = orders.lock(of).orElseThrow();
            Refund refund = refunds.lock(id).orElseThrow();
            change.accept(order, refund);
            return refund;
        });
    }

    private void succeed(Order order, Refund refund, RefundResult result, String actor) {
        refund.succeed(result.reference(), order.readAt());
        tell(order, refund, actor);
    }

    private void tell(Order order, Refund refund, String actor) {
        if (refund.isOfOrder()) {
            giveBack(order, refund, actor);
        }
        outbox.add(order.id(), SUCCEEDED, RefundView.of(refund), order.readAt());
    }

    private void giveBack(Order order, Refund refund, String actor) {
        Payment payment = refunds.payment(refund.paymentId()).orElseThrow();
        payment.addRefund(refund.terms().amount());
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

    private void fail(Order order, Refund refund, RefundRefusal refusal, RefundResult result) {
        refund.fail(refusal, result.code(), result.reference(), order.readAt());
        outbox.add(order.id(), FAILED, RefundView.of(refund), order.readAt());
        if (!refund.isOfOrder()) {
            lateCharges.tryAnew(order, refund);
        }
    }
}
