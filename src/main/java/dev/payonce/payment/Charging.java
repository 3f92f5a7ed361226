package dev.payonce.payment;

import dev.payonce.gateway.ChargeResult;
import dev.payonce.gateway.PaymentGateway;
import dev.payonce.store.Work;
import dev.payonce.value.Stopwatch;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Steps 4 and 5: calls the gateway for a payment that this request has just opened, and settles it with the answer. */
@ApplicationScoped
class Charging {

    private final PaymentGateway gateway;
    private final PaymentBook book;
    /** After this recovery may be at work with a payment that nobody has settled. */
    private final Duration patience;

    Charging(PaymentGateway gateway, PaymentBook book, RecoveryConfig recovery) {
        this.gateway = gateway;
        this.book = book;
        this.patience = recovery.after();
    }

    /**
     * Once the gateway has been called, nothing that goes wrong may look as if it had not. Whoever was held up before the
     * call leaves it to recovery, which may have closed the payment meanwhile.
     *
     * @param opening runs since the payment was about to be opened
     */
    Uni<Standing> charge(Attempt attempt, Standing standing, Stopwatch opening) {
        if (standing.kind() != Standing.Kind.OPENED || opening.isPast(patience)) {
            return Uni.createFrom().item(standing);
        }
        return gateway.charge(attempt.charge())
                .flatMap(result -> settle(attempt, result))
                .onFailure()
                .invoke(fault -> Log.warnf("%s: the outcome could not be stored: %s", attempt, fault))
                .onFailure()
                .recoverWithItem(standing);
    }

    private Uni<Standing> settle(Attempt attempt, ChargeResult result) {
        return Work.onWorker(() -> book.settle(
                        attempt.token().orderId(),
                        attempt.paymentId(),
                        result,
                        attempt.token().price(),
                        attempt.caller()))
                .map(payment -> new Standing(payment.isOpen() ? Standing.Kind.OPENED : Standing.Kind.ENDED, payment));
    }
}
