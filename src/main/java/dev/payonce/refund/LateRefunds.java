package dev.payonce.refund;

import dev.payonce.payment.Payment;
import dev.payonce.payment.RecoveryConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;

/**
 * Accounts for refunds that the gateway carried out although they had been given up. The refund stays as it was told; the
 * money that has gone back all the same becomes another one, done from birth, so that the books agree with the gateway's.
 */
@ApplicationScoped
class LateRefunds {

    private static final String REASON = "late_refund";

    private final Refunds refunds;
    private final RecoveryConfig recovery;
    private final MeterRegistry meters;

    LateRefunds(Refunds refunds, RecoveryConfig recovery, MeterRegistry meters) {
        this.refunds = refunds;
        this.recovery = recovery;
        this.meters = meters;
    }

    /**
     * In the transaction that learns of it, under the order's lock. Empty when it is accounted for already. When there is
     * no room for it because its sum was reserved anew, the gateway is asked again: it refuses what exceeds the charge, and
     * that sets the sum free.
     */
    Optional<Refund> account(Refund givenUp, String reference, Instant now) {
        RefundTerms terms = givenUp.terms().late(givenUp.id(), REASON);
        if (!givenUp.isOfOrder() || refunds.find(terms.key()).isPresent()) {
            givenUp.stopWatch();
            return Optional.empty();
        }
        if (givenUp.terms().amount() > room(givenUp)) {
            givenUp.keepWatch(recovery);
            count("refund_late_without_room");
            Log.errorf("ALERT: %s was given up and went through; its sum is reserved or refunded anew", givenUp.id());
            return Optional.empty();
        }
        givenUp.stopWatch();
        count("refund_late");
        Refund late = Refund.done(terms, reference, now);
        refunds.persist(late);
        return Optional.of(late);
    }

    private long room(Refund givenUp) {
        Payment payment = refunds.payment(givenUp.paymentId()).orElseThrow();
        return payment.money().amount() - refunds.spent(payment.id());
    }

    private void count(String result) {
        meters.counter("payonce.recovery", "result", result).increment();
    }
}
