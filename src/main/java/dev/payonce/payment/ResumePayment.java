package dev.payonce.payment;

import dev.payonce.gateway.ChargeLookUp;
import dev.payonce.gateway.PaymentGateway;
import dev.payonce.gateway.Turns;
import dev.payonce.store.Batches;
import dev.payonce.store.Work;
import dev.payonce.value.PaymentId;
import dev.payonce.value.Stopwatch;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Goes on with a payment whose request is gone. One that was accepted for later is sent; one that was sent is looked up at
 * the gateway, and settled by what it says. The one way for the buffer's workers, for the jobs, for a repeated request and
 * for an operator. Age is no proof of death: a payment that somebody is still at work with is looked up, and every write
 * depends on the state that it finds.
 */
@ApplicationScoped
public class ResumePayment {

    private static final String ACTOR = "recovery";
    private static final String BUFFER = "buffer";

    private final Checks checks;
    private final PaymentBook book;
    private final ReadPayment payments;
    private final PaymentGateway gateway;
    private final Turns turns;
    /** After this others may be at work with a payment that was to be sent. */
    private final Duration patience;

    private final MeterRegistry meters;

    ResumePayment(
            Checks checks,
            PaymentBook book,
            ReadPayment payments,
            PaymentGateway gateway,
            Turns turns,
            RecoveryConfig config,
            MeterRegistry meters) {
        this.checks = checks;
        this.book = book;
        this.payments = payments;
        this.gateway = gateway;
        this.turns = turns;
        this.patience = config.after();
        this.meters = meters;
    }

    /**
     * Sends a payment that was accepted for later, unless somebody has done so: a payment that was sent is left to whoever
     * sent it, and then to recovery. To be called when it is its turn at the gateway. A failure leaves it as it is in MySQL.
     */
    public Uni<Void> send(PaymentId id) {
        return Uni.createFrom().deferred(() -> {
            Stopwatch marking = Stopwatch.start();
            return Work.onWorker(() -> checks.markSent(id))
                    .flatMap(marked -> marked.filter(payment -> !marking.isPast(patience))
                            .map(payment -> charge(payment, BUFFER))
                            .orElseGet(() -> Uni.createFrom().voidItem()));
        });
    }

    /** Takes a batch of payments that were accepted for later and that nobody has sent in time. Blocks. */
    public List<PaymentId> takeOverdue() {
        return checks.takeOverdue();
    }

    /** Looks up a batch of due payments, all at once. Ends with how many there were. */
    public Uni<Integer> resumeDue() {
        return Work.onWorker(checks::takeDue)
                .flatMap(due -> Batches.all(
                        due, check -> turns.takeInBackground(() -> lookUp(check, false)), this::passedOver));
    }

    /** It is due again later. */
    private void passedOver(Check check, Throwable fault) {
        count("failed");
        Log.warnf("%s is looked up again later: %s", check.id(), fault);
    }

    /** Looks up one payment that a repeated request still wants, unless somebody has just done so. */
    Uni<Payment> resume(PaymentId id) {
        return Work.onWorker(() -> checks.takeIfDue(id)).flatMap(check -> lookUp(check, id, true));
    }

    /** Looks up one payment now; ends with its state afterwards. */
    Uni<Payment> recheck(PaymentId id) {
        return Work.onWorker(() -> checks.take(id)).flatMap(check -> lookUp(check, id, false));
    }

    private Uni<Payment> lookUp(Optional<Check> check, PaymentId id, boolean wanted) {
        Uni<Void> looked = check.map(taken -> turns.take(() -> lookUp(taken, wanted)))
                .orElseGet(() -> Uni.createFrom().voidItem());
        // where too many wait already the job will look
        return looked.onFailure(Turns::isFull).recoverWithNull().flatMap(done -> Work.onWorker(() -> payments.get(id)));
    }

    private Uni<Void> lookUp(Check check, boolean wanted) {
        if (check.unsent()) {
            return send(check.id());
        }
        return gateway.findCharge(check.id()).flatMap(lookUp -> conclude(check, lookUp, wanted));
    }

    private Uni<Void> conclude(Check check, ChargeLookUp lookUp, boolean wanted) {
        if (!lookUp.answered()) {
            count("not_answered");
            return Uni.createFrom().voidItem();
        }
        if (!lookUp.foundNothing()) {
            count(lookUp.riddle().isPresent() ? "riddle" : "found");
            lookUp.riddle()
                    .ifPresent(why -> Log.errorf(
                            "ALERT: the gateway has a charge of %s that makes no sense: %s", check.id(), why));
            return Work.onWorker(() -> book.settle(check.orderId(), check.id(), lookUp.charges(), ACTOR))
                    .replaceWithVoid();
        }
        Stopwatch marking = Stopwatch.start();
        return Work.onWorker(() -> checks.notFound(check, wanted, ACTOR)).flatMap(verdict -> {
            count(verdict.name().toLowerCase(Locale.ROOT));
            return verdict == Checks.Verdict.SEND_AGAIN
                    ? sendAgain(check.id(), marking)
                    : Uni.createFrom().voidItem();
        });
    }

    private Uni<Void> sendAgain(PaymentId id, Stopwatch marking) {
        return Work.onWorker(() -> payments.get(id))
                .flatMap(payment -> payment.isOpen() && !marking.isPast(patience)
                        ? charge(payment, ACTOR)
                        : Uni.createFrom().voidItem());
    }

    private Uni<Void> charge(Payment payment, String actor) {
        return gateway.charge(payment.charge())
                .flatMap(result -> Work.onWorker(
                        () -> book.settle(payment.orderId(), payment.id(), result, payment.money(), actor)))
                .replaceWithVoid();
    }

    private void count(String result) {
        meters.counter("payonce.recovery", "result", result).increment();
    }
}
