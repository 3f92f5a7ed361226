package dev.payonce.payment;

import dev.payonce.gateway.Turns;
import dev.payonce.order.OrderStatus;
import dev.payonce.payment.Payments.Locked;
import dev.payonce.token.PaymentToken;
import dev.payonce.value.PaymentId;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * The walk of a payment from step 3 on, for a wish that comes by message. There is no token to verify and nothing in
 * Redis; the order decides, as always. The payment is accepted for later: whoever sends it, it comes to its end.
 */
@ApplicationScoped
public class PayByMessage {

    private final Payments payments;
    private final PaymentOpening opening;
    private final ResumePayment resumePayment;
    private final Turns turns;

    PayByMessage(Payments payments, PaymentOpening opening, ResumePayment resumePayment, Turns turns) {
        this.payments = payments;
        this.opening = opening;
        this.resumePayment = resumePayment;
        this.turns = turns;
    }

    /** @param payment the wish's own, which may be a rejected one; null unless RECORDED */
    public record Opening(Kind kind, PaymentId payment) {

        /** The closed list. */
        public enum Kind {
            UNKNOWN_ORDER,
            /** Cancelled or expired: nobody will ever pay it. */
            ORDER_IS_OVER,
            /** The wish's id belongs to a wish with other content. */
            REUSED,
            /** It has its payment, now or since it was told before; where the order would not be paid, a rejected one. */
            RECORDED
        }

        private static Opening without(Kind kind) {
            return new Opening(kind, null);
        }
    }

    /** Step 3, in the caller's transaction, so that what the caller marks as handled commits with it. */
    public Opening open(PaymentWish wish) {
        return payments.lock(wish.order(), wish.id())
                .map(locked -> open(wish, locked))
                .orElseGet(() -> Opening.without(Opening.Kind.UNKNOWN_ORDER));
    }

    private Opening open(PaymentWish wish, Locked locked) {
        PaymentToken token = new PaymentToken(
                wish.id(), wish.order(), locked.order().price(), locked.order().expiresAt());
        Attempt attempt = Attempt.of(token, wish.actor(), wish.paymentMethod()).forLater();
        if (locked.payment() != null) {
            return known(attempt, locked.payment());
        }
        OrderStatus status = locked.order().status();
        return status == OrderStatus.CANCELLED || status == OrderStatus.EXPIRED
                ? Opening.without(Opening.Kind.ORDER_IS_OVER)
                : recorded(opening.openNew(attempt, locked.order()).payment());
    }

    private static Opening known(Attempt attempt, Payment payment) {
        boolean same = payment.orderId().equals(attempt.token().orderId()) && payment.hasContentOf(attempt);
        return same ? recorded(payment) : Opening.without(Opening.Kind.REUSED);
    }

    private static Opening recorded(Payment payment) {
        return new Opening(Opening.Kind.RECORDED, payment.id());
    }

    /**
     * Steps 4 and 5, unless the payment was sent before. Never fails: what goes wrong here leaves the payment to the
     * buffer's job and to recovery.
     */
    public Uni<Void> send(PaymentId payment) {
        return turns.takeInBackground(() -> resumePayment.send(payment))
                .onFailure()
                .invoke(fault -> Log.warnf("%s is left to others: %s", payment, fault))
                .onFailure()
                .recoverWithNull();
    }
}
