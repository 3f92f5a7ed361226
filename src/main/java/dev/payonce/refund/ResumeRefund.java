package dev.payonce.refund;

import dev.payonce.gateway.PaymentGateway;
import dev.payonce.gateway.RefundLookUp;
import dev.payonce.gateway.Turns;
import dev.payonce.payment.RecoveryConfig;
import dev.payonce.store.Batches;
import dev.payonce.store.Work;
import dev.payonce.value.RefundId;
import dev.payonce.value.Stopwatch;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;

/**
 * Goes on with a refund that nobody waits for: one way for the job and for a repeat of the request. The gateway is asked
 * first; what it knows nothing of is sent again under the refund's own key, for a wish for money back does not lapse.
 */
@ApplicationScoped
public class ResumeRefund {

    private static final String ACTOR = "recovery";

    private final RefundChecks checks;
    private final RefundBook book;
    private final PaymentGateway gateway;
    private final Turns turns;
    private final Duration patience;
    private final MeterRegistry meters;

    ResumeRefund(
            RefundChecks checks,
            RefundBook book,
            PaymentGateway gateway,
            Turns turns,
            RecoveryConfig recovery,
            MeterRegistry meters) {
        this.checks = checks;
        this.book = book;
        this.gateway = gateway;
        this.turns = turns;
        this.patience = recovery.after();
        this.meters = meters;
    }

    /** Looks up a batch of due refunds, all at once. Ends with how many there were. */
    public Uni<Integer> resumeDue() {
        return Work.onWorker(checks::takeDue)
                .flatMap(due ->
                        Batches.all(due, refund -> turns.takeInBackground(() -> lookUp(refund)), this::passedOver));
    }

    /** It is due again later. */
    private void passedOver(Refund refund, Throwable fault) {
        count("failed");
        Log.warnf("%s is looked up again later: %s", refund.id(), fault);
    }

    /** Looks up one refund that a repeated request asks for, unless somebody has just done so. */
    Uni<Void> lookIfDue(RefundId id) {
        return Work.onWorker(() -> checks.takeIfDue(id)).flatMap(taken -> taken.map(this::lookUp)
                .map(Uni::replaceWithVoid)
                .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private Uni<Refund> lookUp(Refund refund) {
        return gateway.findRefund(refund.asked())
                .invoke(found -> count(found.kind().name()))
                .flatMap(found -> switch (found.kind()) {
                    case FOUND -> settle(refund, found);
                    case RIDDLE -> puzzle(refund, found);
                    case NOT_FOUND -> refund.isOpen() ? goOn(refund) : stayLost(refund);
                    case UNKNOWN -> Uni.createFrom().item(refund);
                });
    }

    private Uni<Refund> settle(Refund refund, RefundLookUp found) {
        return Work.onWorker(() -> book.settle(refund.orderId(), refund.id(), found.result(), ACTOR));
    }

    /** What has gone back is not known, so its sum stays reserved; the gateway's books may be put right. */
    private Uni<Refund> puzzle(Refund refund, RefundLookUp found) {
        Log.errorf(
                "ALERT: the gateway has a refund of %s that makes no sense: %s",
                refund.id(), found.result().code());
        return settle(refund, found);
    }

    private Uni<Refund> stayLost(Refund refund) {
        return Work.onWorker(() -> book.stillLost(refund.orderId(), refund.id()));
    }

    private Uni<Refund> goOn(Refund refund) {
        Stopwatch marking = Stopwatch.start();
        return Work.onWorker(() -> checks.notFound(refund))
                .invoke(decision -> count(decision.next().name()))
                .flatMap(decision -> switch (decision.next()) {
                    // whoever was held up since it was written down must not send it any more
                    case SEND -> marking.isPast(patience) ? read(refund) : send(decision.send());
                    case WAIT -> read(refund);
                    case GIVE_UP -> Work.onWorker(() -> book.lose(refund.orderId(), refund.id()));
                });
    }

    private Uni<Refund> read(Refund refund) {
        return Work.onWorker(() -> checks.read(refund.id()));
    }

    private Uni<Refund> send(RefundSend send) {
        return gateway.refund(send.refund())
                .flatMap(result -> Work.onWorker(() -> book.settleCall(send, result, ACTOR)));
    }

    private void count(String result) {
        String label = "refund_" + result.toLowerCase(Locale.ROOT);
        meters.counter("payonce.recovery", "result", label).increment();
    }
}
