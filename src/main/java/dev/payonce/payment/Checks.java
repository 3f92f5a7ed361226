package dev.payonce.payment;

import dev.payonce.gateway.GatewayConfig;
import dev.payonce.payment.Payments.Locked;
import dev.payonce.store.Transactions;
import dev.payonce.value.PaymentId;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides in MySQL who asks the gateway about a payment and when, and what follows where the gateway knows nothing. */
@ApplicationScoped
class Checks {

    /** What to do with a payment that the gateway does not know. */
    enum Verdict {
        /** Send the charge again, under the same key. */
        SEND_AGAIN,
        /** It may still arrive: ask again later. */
        WAIT,
        /** Closed: no call can arrive any more. */
        LOST,
        /** It has ended meanwhile. */
        ENDED
    }

    private final Transactions transactions;
    private final Payments payments;
    private final PaymentBook book;
    private final RecoveryConfig recovery;
    private final GatewayConfig gateway;

    Checks(
            Transactions transactions,
            Payments payments,
            PaymentBook book,
            RecoveryConfig recovery,
            GatewayConfig gateway) {
        this.transactions = transactions;
        this.payments = payments;
        this.book = book;
        this.recovery = recovery;
        this.gateway = gateway;
    }

    /** Takes a batch of payments that are due; other instances pass these over until they are due again. */
    List<Check> takeDue() {
        return transactions.inNew(() ->
                payments.lockDue(recovery.batch()).stream().map(this::take).toList());
    }

    /** Takes one payment, unless somebody has just asked about it. */
    Optional<Check> takeIfDue(PaymentId id) {
        return transactions.inNew(
                () -> payments.lockAlone(id).filter(Payment::isDue).map(this::take));
    }

    /** Takes one payment now, for a person who asks. */
    Optional<Check> take(PaymentId id) {
        return transactions.inNew(() -> payments.lockAlone(id).map(this::take));
    }

    private Check take(Payment payment) {
        boolean unsent = payment.isUnsent();
        if (unsent) {
            payment.rung(recovery.after());
        } else {
            payment.checked(recovery);
        }
        return new Check(payment.orderId(), payment.id(), unsent, payment.readAt());
    }

    /** Takes a batch of payments that were accepted for later and whose bell nobody has heard. */
    List<PaymentId> takeOverdue() {
        return transactions.inNew(() -> payments.lockOverdue(recovery.batch()).stream()
                .map(payment -> take(payment).id())
                .toList());
    }

    /** The one who is given the payment sends it; written before the call, so that nobody ever sends it first again. */
    Optional<Payment> markSent(PaymentId id) {
        return transactions.inNew(
                () -> payments.lockAlone(id).filter(Payment::isUnsent).map(payment -> {
                    payment.sentFirst(recovery.after());
                    return payment;
                }));
    }

    /**
     * The gateway was asked and knows of no charge.
     *
     * @param wanted whether somebody has asked for this payment again; only then, or if it was accepted for later, is it
     *     sent again
     */
    Verdict notFound(Check check, boolean wanted, String actor) {
        return transactions.inNew(() -> {
            Locked locked = payments.lock(check.orderId(), check.id());
            return locked.payment().isOpen() ? notFound(locked, check, wanted, actor) : endWatch(locked.payment());
        });
    }

    private Verdict notFound(Locked locked, Check check, boolean wanted, String actor) {
        Duration silence = Duration.between(locked.payment().sentAt(), check.askedAt());
        boolean stillWanted = wanted || locked.payment().isForLater();
        if (stillWanted && maySendAgain(locked.payment(), check) && silence.compareTo(recovery.after()) >= 0) {
            locked.payment().sentAgain();
            return Verdict.SEND_AGAIN;
        }
        if (silence.compareTo(recovery.lastArrival(gateway)) > 0) {
            book.lose(locked.order(), locked.payment(), actor);
            return Verdict.LOST;
        }
        return Verdict.WAIT;
    }

    /**
     * Once in any case: an outage may have outlasted the gateway's time limit before anybody could ask. But not for ever: a
     * client that repeats what the gateway never takes must come to an end, too.
     */
    private boolean maySendAgain(Payment payment, Check check) {
        Instant latest = payment.firstSentAt().plus(gateway.maxDelay());
        return gateway.honoursKeys()
                && (payment.wasSentOnce() || check.askedAt().isBefore(latest));
    }

    private Verdict endWatch(Payment payment) {
        payment.endWatch(recovery.lostWatch());
        return Verdict.ENDED;
    }

    /** Makes a payment due at once. */
    void hasten(PaymentId id) {
        transactions.inNew(() -> payments.lockAlone(id).map(payment -> {
            payment.checkNow();
            return payment;
        }));
    }
}
