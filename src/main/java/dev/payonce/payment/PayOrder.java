package dev.payonce.payment;

import dev.payonce.gateway.ChargeResult;
import dev.payonce.gateway.PaymentGateway;
import dev.payonce.gateway.Turns;
import dev.payonce.payment.PayAnswer.Ended;
import dev.payonce.payment.PayAnswer.Open;
import dev.payonce.payment.PayAnswer.Refused;
import dev.payonce.store.RedisAway;
import dev.payonce.store.StoreFault;
import dev.payonce.store.TwinWait;
import dev.payonce.store.Work;
import dev.payonce.token.PaymentToken;
import dev.payonce.value.Stopwatch;
import dev.payonce.web.ProblemType;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;

/**
 * The walk of a payment: verify the token, consume it, open the payment, charge, settle, publish the outcome.
 *
 * <p>Redis is the fast gate and MySQL the judge: whatever Redis says, forgets or brings back, the payment's row decides.
 * No transaction and no thread waits for the gateway or for a twin.
 *
 * <p>The order of checks: the token's signature; what the request says beside it; this token's own payment; the
 * expiry; whether the order can be paid; whether its price is still the token's; whether the goods are there.
 */
@ApplicationScoped
class PayOrder {

    private final TokenGate gate;
    private final PaymentBook book;
    private final PaymentGateway gateway;
    private final ResumePayment resumePayment;
    private final Turns turns;
    private final TwinWait twins;
    /** After this recovery may be at work with a payment that nobody has settled. */
    private final Duration patience;

    PayOrder(
            TokenGate gate,
            PaymentBook book,
            PaymentGateway gateway,
            ResumePayment resumePayment,
            Turns turns,
            PayConfig config,
            RecoveryConfig recovery) {
        this.gate = gate;
        this.book = book;
        this.gateway = gateway;
        this.resumePayment = resumePayment;
        this.turns = turns;
        this.twins = config.twins();
        this.patience = recovery.after();
    }

    Uni<PayAnswer> pay(PayRequest request, String caller) {
        Optional<PaymentToken> token = gate.verify(request.token(), caller);
        if (token.isEmpty()) {
            return refuse(ProblemType.TOKEN_INVALID);
        }
        if (!request.agreesWith(token.get())) {
            return refuse(ProblemType.TOKEN_MISMATCH);
        }
        return consume(Attempt.of(token.get(), caller, request.paymentMethod()));
    }

    private Uni<PayAnswer> consume(Attempt attempt) {
        return gate.consume(attempt)
                .flatMap(consumption -> switch (consumption.kind()) {
                    case MISMATCH -> refuse(ProblemType.TOKEN_REUSED);
                    case RECORDED ->
                        gate.recorded(consumption)
                                .map(outcome -> replay(attempt, outcome))
                                .orElseGet(() -> openAndCharge(attempt, false));
                    case IN_PROGRESS -> waitForTwin(attempt);
                    case GRANTED, TAKEN_OVER -> openAndCharge(attempt, true);
                    case ABSENT -> openAndCharge(attempt, false);
                })
                .onFailure(RedisAway.class)
                .recoverWithUni(() -> refuse(ProblemType.STORE_UNAVAILABLE));
    }

    private Uni<PayAnswer> openAndCharge(Attempt attempt, boolean consumed) {
        return turns.take(() -> {
                    Stopwatch opening = Stopwatch.start();
                    return open(attempt, consumed).flatMap(standing -> charge(attempt, standing, opening));
                })
                .onItemOrFailure()
                .transformToUni(
                        (standing, fault) -> fault == null ? conclude(attempt, standing) : giveUp(attempt, fault));
    }

    /** An answer to the commit that was lost is never guessed: opening again reads what became of it. */
    private Uni<Standing> open(Attempt attempt, boolean consumed) {
        return Work.repeatable(() -> book.open(attempt, consumed));
    }

    /**
     * Once the gateway has been called, nothing that goes wrong may look as if it had not. Whoever was held up before the
     * call leaves it to recovery, which may have closed the payment meanwhile.
     */
    private Uni<Standing> charge(Attempt attempt, Standing standing, Stopwatch opening) {
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

    private Uni<PayAnswer> conclude(Attempt attempt, Standing standing) {
        Payment payment = standing.payment();
        return switch (standing.kind()) {
            case OPENED -> stayOpen(attempt, payment);
            case UNKNOWN -> resume(attempt, payment);
            case REUSED -> gate.release(attempt).flatMap(done -> refuse(ProblemType.TOKEN_REUSED));
            case AT_WORK -> waitForTwin(attempt);
            case REPLAYED -> publish(attempt, payment).flatMap(outcome -> replay(attempt, outcome));
            case EXPIRED -> refuse(ProblemType.TOKEN_EXPIRED);
            case ENDED -> publish(attempt, payment).map(outcome -> new Ended(outcome, false));
        };
    }

    private Uni<PayAnswer> stayOpen(Attempt attempt, Payment payment) {
        return gate.yield(attempt).replaceWith(() -> new Open(PaymentView.atEnd(payment)));
    }

    /** Nobody is at work with it any more, and this request still wants it. */
    private Uni<PayAnswer> resume(Attempt attempt, Payment payment) {
        return resumePayment
                .resume(payment.id())
                .onFailure(StoreFault.class)
                .recoverWithItem(payment)
                .flatMap(now -> now.isOpen()
                        ? stayOpen(attempt, now)
                        : publish(attempt, now).map(outcome -> new Ended(outcome, false)));
    }

    private Uni<PaymentOutcome> publish(Attempt attempt, Payment payment) {
        PaymentOutcome outcome = PaymentOutcome.of(payment);
        return gate.publish(attempt, outcome).replaceWith(outcome);
    }

    /** What a twin brought to its end while this request waited is news, not a replay. */
    private static Uni<PayAnswer> replay(Attempt attempt, PaymentOutcome outcome) {
        return Uni.createFrom().item(new Ended(outcome, !attempt.waited()));
    }

    private Uni<PayAnswer> waitForTwin(Attempt attempt) {
        return twins.lookAgain(attempt.waiting(), () -> consume(attempt.afterWaiting()), () -> gate.yield(attempt)
                .flatMap(done -> refuse(ProblemType.PAYMENT_IN_PROGRESS)));
    }

    /** The gateway was not called. What certainly left no trace is forgotten; otherwise the next request looks. */
    private Uni<PayAnswer> giveUp(Attempt attempt, Throwable fault) {
        if (Turns.isFull(fault)) {
            return gate.release(attempt).flatMap(done -> refuse(ProblemType.OVERLOADED));
        }
        if (fault instanceof StoreFault) {
            Log.warnf("%s: %s", attempt, fault.getMessage());
            return (StoreFault.leavesCommitUnknown(fault) ? gate.yield(attempt) : gate.release(attempt))
                    .flatMap(done -> refuse(ProblemType.STORE_UNAVAILABLE));
        }
        return gate.yield(attempt).flatMap(done -> Uni.createFrom().failure(fault));
    }

    private static Uni<PayAnswer> refuse(ProblemType problem) {
        return Uni.createFrom().item(new Refused(problem));
    }
}
