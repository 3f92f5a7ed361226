package dev.payonce.refund;

import dev.payonce.gateway.PaymentGateway;
import dev.payonce.gateway.RefundLookUp;
import dev.payonce.store.Work;
import dev.payonce.value.RefundId;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
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
    private final MeterRegistry meters;

    ResumeRefund(RefundChecks checks, RefundBook book, PaymentGateway gateway, MeterRegistry meters) {
        this.checks = checks;
        this.book = book;
        this.gateway = gateway;
        this.meters = meters;
    }

    /** Looks up a batch of due refunds, all at once. Ends with how many there were. */
    public Uni<Integer> resumeDue() {
        return Work.onWorker(checks::takeDue).flatMap(this::lookUpAll);
    }

    private Uni<Integer> lookUpAll(List<Refund> due) {
        return Multi.createFrom()
                .iterable(due)
                .onItem()
                .transformToUni(this::lookUp)
                .collectFailures()
                .merge(Math.max(due.size(), 1))
                .collect()
                .last()
                .replaceWith(due.size());
    }

    /** Looks up one refund that a repeated request asks for, unless somebody has just done so. */
    Uni<Void> lookIfDue(RefundId id) {
        return Work.onWorker(() -> checks.takeIfDue(id)).flatMap(taken -> taken.map(this::lookUp)
                .map(Uni::replaceWithVoid)
                .orElseGet(() -> Uni.createFrom().voidItem()));
    }

    private Uni<Refund> lookUp(Refund refund) {
        return refund.isOpen() ? ask(refund) : Uni.createFrom().item(refund);
    }

    private Uni<Refund> ask(Refund refund) {
        return gateway.findRefund(refund.asked())
                .invoke(found -> count(found.kind()))
                .flatMap(found -> switch (found.kind()) {
                    case FOUND -> settle(refund, found);
                    case NOT_FOUND -> goOn(refund);
                    case UNKNOWN -> Uni.createFrom().item(refund);
                });
    }

    private Uni<Refund> settle(Refund refund, RefundLookUp found) {
        return Work.onWorker(() -> book.settle(refund.orderId(), refund.id(), found.result(), ACTOR));
    }

    private Uni<Refund> goOn(Refund refund) {
        return Work.onWorker(() -> checks.notFound(refund))
                .invoke(decision -> count(decision.next()))
                .flatMap(decision -> switch (decision.next()) {
                    case SEND -> send(decision.send());
                    case WAIT -> Work.onWorker(() -> checks.read(refund.id()));
                    case GIVE_UP -> Work.onWorker(() -> book.lose(refund.orderId(), refund.id()));
                });
    }

    private Uni<Refund> send(RefundSend send) {
        return gateway.refund(send.refund())
                .flatMap(result -> Work.onWorker(() -> book.settleCall(send, result, ACTOR)));
    }

    private void count(Enum<?> result) {
        String label = "refund_" + result.name().toLowerCase(Locale.ROOT);
        meters.counter("payonce.recovery", "result", label).increment();
    }
}
