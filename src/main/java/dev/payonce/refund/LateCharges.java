package dev.payonce.refund;

import dev.payonce.order.Orders;
import dev.payonce.payment.UnexpectedCharge;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Gives back charges that no order was waiting for: one that came after its payment was closed, a second one, one with
 * another amount. Each becomes one refund of its payment, whoever comes across the charge and however often; recovery
 * sends it. Neither the payment nor the order counts it, for they never counted the charge.
 */
@ApplicationScoped
class LateCharges {

    private static final String REASON = "late_charge";

    private final Refunds refunds;
    private final Orders orders;

    LateCharges(Refunds refunds, Orders orders) {
        this.refunds = refunds;
        this.orders = orders;
    }

    /** In the transaction that learns of the charge: with it or not at all. */
    void giveBack(@Observes UnexpectedCharge charge) {
        orders.lock(charge.payment().orderId()).ifPresent(order -> {
            RefundDraft draft = RefundDraft.ofStrayCharge(charge, REASON);
            if (refunds.find(draft.key()).isEmpty()) {
                refunds.persist(Refund.planned(draft, order.readAt()));
            }
        });
    }
}
