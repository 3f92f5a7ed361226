package dev.payonce.refund;

import dev.payonce.order.Order;
import dev.payonce.order.Orders;
import dev.payonce.payment.RecoveryConfig;
import dev.payonce.payment.UnexpectedCharge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/**
 * Gives back charges that no order was waiting for: one that came after its payment was closed, a second one, one with
 * another amount. Each becomes one refund of its payment, whoever comes across the charge and however often; recovery
 * sends it. Neither the payment nor the order counts it, for they never counted the charge.
 *
 * <p>A refund that the gateway turns down has failed for good, for a gateway says the same to the same key. It is tried
 * anew as another refund, later each time, so many times; then it is a person's turn.
 */
@ApplicationScoped
class LateCharges {

    private static final String REASON = "late_charge";

    private final Refunds refunds;
    private final Orders orders;
    private final RefundConfig config;
    private final Duration firstPause;
    private final MeterRegistry meters;

    LateCharges(Refunds refunds, Orders orders, RefundConfig config, RecoveryConfig recovery, MeterRegistry meters) {
        this.refunds = refunds;
        this.orders = orders;
        this.config = config;
        this.firstPause = recovery.maxInterval();
        this.meters = meters;
    }

    /** In the transaction that learns of the charge: with it or not at all. */
    void giveBack(@Observes UnexpectedCharge charge) {
        orders.lock(charge.payment().orderId()).ifPresent(order -> {
            RefundTerms terms = RefundTerms.ofStrayCharge(charge, REASON);
            if (refunds.find(terms.key()).isEmpty()) {
                refunds.persist(Refund.planned(terms, order.readAt(), order.readAt()));
            }
        });
    }

    /** In the transaction in which a refund of such a charge has failed. */
    void tryAnew(Order order, Refund failed) {
        int attempts = refunds.attempts(failed.terms().idempotencyScope());
        if (attempts >= config.lateChargeAttempts()) {
            failed.giveUp();
            meters.counter("payonce.recovery", "result", "refund_given_up").increment();
            Log.errorf(
                    "ALERT: charge %s of %s could not be given back in %d attempts: a person must see to it",
                    failed.terms().chargeReference(), failed.paymentId(), attempts);
            return;
        }
        Duration pause = firstPause.multipliedBy(1L << Math.min(attempts - 1, 16));
        RefundTerms terms = failed.terms().anew(attempts + 1);
        refunds.persist(Refund.planned(terms, order.readAt(), order.readAt().plus(pause)));
        Log.warnf("%s of a late charge failed (%s); tried anew after %s", failed.id(), failed.refusal(), pause);
    }
}
