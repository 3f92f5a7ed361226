package dev.payonce.payment;

import dev.payonce.gateway.Turns;
import dev.payonce.limit.Exceeded;
import dev.payonce.payment.PayAnswer.Ended;
import dev.payonce.payment.PayAnswer.Limited;
import dev.payonce.payment.PayAnswer.Open;
import dev.payonce.payment.PayAnswer.Refused;
import dev.payonce.store.RedisAway;
import dev.payonce.store.StoreFault;
import dev.payonce.store.TwinWait;
import dev.payonce.store.Work;
import dev.payonce.token.Consumption;
import dev.payonce.token.PaymentToken;
import dev.payonce.value.Stopwatch;
import dev.payonce.web.Caller;
import dev.payonce.web.ProblemType;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * The walk of a payment: verify the token, consume it, open the payment, charge, settle, publish the outcome. Where the
 * caller does not wait, it ends when the payment is open, and the buffer's workers go on.
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
    private final PaymentOpening opening;
    private final Charging charging;
    private final ResumePayment resumePayment;
    private final Turns turns;
    private final BufferRoom buffer;
    private final PayLimits limits;
    private final TwinWait twins;

    PayOrder(
            TokenGate gate,
            PaymentOpening opening,
            Charging charging,
            ResumePayment resumePayment,
            Turns turns,
            BufferRoom buffer,
            PayLimits limits,
            PayConfig config) {
        this.gate = gate;
        this.opening = opening;
        this.charging = charging;
        this.resumePayment = resumePayment;
        this.turns = turns;
        this.buffer = buffer;
        this.limits = limits;
        this.twins = config.twins();
    }

    /**
     * From step 1, the signature, on.
     *
     * @param later whether the caller does not wait for the gateway
     */
    Uni<PayAnswer> pay(PayRequest request, Caller caller, boolean later) {
        Optional<PaymentToken> token = gate.verify(request.token(), caller.subject());
        if (token.isEmpty()) {
            return refuse(ProblemType.TOKEN_INVALID);
        }
        if (!request.agreesWith(token.get())) {
            return refuse(ProblemType.TOKEN_MISMATCH);
        }
        Attempt attempt = Attempt.of(token.get(), caller.subject(), request.paymentMethod());
        attempt = caller.isMerchant() ? attempt.withoutLimit() : attempt;
        return later ? enterBuffer(attempt.forLater()) : consume(attempt);
    }

    /** Before the token is consumed, so that it stays good where there is no room. */
    private Uni<PayAnswer> enterBuffer(Attempt attempt) {
        return buffer.enter(attempt.token().id(), () -> consume(attempt), () -> refuse(ProblemType.OVERLOADED));
    }

    /** Step 2. What the token has done already is told to those that may pay no more, too. */
    private Uni<PayAnswer> consume(Attempt attempt) {
        return (attempt.waited() ? consumeThenLimit(attempt) : consumeAndLimit(attempt))
                .onFailure(RedisAway.class)
                .recoverWithUni(() -> refuse(ProblemType.STORE_UNAVAILABLE));
    }

    /** Redis is asked both things at once. */
    private Uni<PayAnswer> consumeAndLimit(Attempt attempt) {
        return Uni.combine()
                .all()
                .unis(gate.consume(attempt), limits.declined(attempt))
                .asTuple()
                .flatMap(both -> both.getItem1().startsPayment()
                        ? start(attempt, both.getItem1(), both.getItem2())
                        : goOn(attempt, both.getItem1()));
    }

    /** Most looks of one who waits find the twin still at work, and nothing to limit. */
    private Uni<PayAnswer> consumeThenLimit(Attempt attempt) {
        return gate.consume(attempt)
                .flatMap(consumption -> consumption.startsPayment()
                        ? limits.declined(attempt).flatMap(exceeded -> start(attempt, consumption, exceeded))
                        : goOn(attempt, consumption));
    }

    private Uni<PayAnswer> start(Attempt attempt, Consumption consumption, Optional<Exceeded> exceeded) {
        return exceeded.isPresent() ? limit(attempt, consumption, exceeded.get()) : goOn(attempt, consumption);
    }

    /** Redis may have lost what the token has done: without a payment of its own it would start one. */
    private Uni<PayAnswer> limit(Attempt attempt, Consumption consumption, Exceeded exceeded) {
        return find(attempt)
                .flatMap(own -> own.isPresent()
                        ? goOn(attempt, consumption)
                        : giveBack(attempt, consumption).replaceWith(new Limited(exceeded)))
                .onFailure(StoreFault.class)
                .recoverWithUni(() -> gate.yield(attempt).flatMap(done -> refuse(ProblemType.STORE_UNAVAILABLE)));
    }

    /** Whoever held the claim before may still be about to open the payment: then the token is not as good as before. */
    private Uni<Void> giveBack(Attempt attempt, Consumption consumption) {
        return consumption.kind() == Consumption.Kind.TAKEN_OVER ? gate.yield(attempt) : gate.release(attempt);
    }

    private Uni<PayAnswer> goOn(Attempt attempt, Consumption consumption) {
        return switch (consumption.kind()) {
            case MISMATCH -> mismatch(attempt);
            case RECORDED ->
                gate.recorded(consumption)
                        .map(outcome -> replay(attempt, outcome))
                        .orElseGet(() -> open(attempt, false));
            case IN_PROGRESS -> waitForTwin(attempt);
            case GRANTED, TAKEN_OVER -> open(attempt, true);
            case ABSENT -> open(attempt, false);
        };
    }

    /** The claim may be of a request that came second, and was lost before it could release it. */
    private Uni<PayAnswer> mismatch(Attempt attempt) {
        return find(attempt)
                .flatMap(own ->
                        own.filter(payment -> payment.hasContentOf(attempt)).isPresent()
                                ? open(attempt, false)
                                : refuse(ProblemType.TOKEN_REUSED))
                .onFailure(StoreFault.class)
                .recoverWithUni(() -> refuse(ProblemType.STORE_UNAVAILABLE));
    }

    private Uni<PayAnswer> open(Attempt attempt, boolean consumed) {
        return (attempt.later()
                        ? buffer.accept(() -> openPayment(attempt, consumed))
                        : openAndCharge(attempt, consumed))
                .onItemOrFailure()
                .transformToUni(
                        (standing, fault) -> fault == null ? conclude(attempt, standing) : giveUp(attempt, fault));
    }

    /** Steps 3 to 5. */
    private Uni<Standing> openAndCharge(Attempt attempt, boolean consumed) {
        return turns.take(() -> {
            Stopwatch begun = Stopwatch.start();
            return openPayment(attempt, consumed).flatMap(standing -> charging.charge(attempt, standing, begun));
        });
    }

    /** Step 3. An answer to the commit that was lost is never guessed: opening again reads what became of it. */
    private Uni<Standing> openPayment(Attempt attempt, boolean consumed) {
        return Work.repeatable(() -> opening.open(attempt, consumed));
    }

    private Uni<PayAnswer> conclude(Attempt attempt, Standing standing) {
        Payment payment = standing.payment();
        return switch (standing.kind()) {
            case OPENED, ACCEPTED -> stayOpen(attempt, payment);
            case UNKNOWN -> resume(attempt, payment);
            case REUSED -> gate.release(attempt).flatMap(done -> refuse(ProblemType.TOKEN_REUSED));
            case AT_WORK -> waitForTwin(attempt);
            case REPLAYED -> publish(attempt, payment).map(outcome -> new Ended(outcome, isReplay(attempt, payment)));
            case ENDED -> publish(attempt, payment).map(outcome -> new Ended(outcome, false));
        };
    }

    private Uni<PayAnswer> stayOpen(Attempt attempt, Payment payment) {
        return (payment.isForLater() ? gate.share(attempt) : gate.yield(attempt)).replaceWith(() -> Open.of(payment));
    }

    /** Nobody is at work with it any more, and this request still wants it. */
    private Uni<PayAnswer> resume(Attempt attempt, Payment payment) {
        return resumePayment
                .resume(payment.id())
                .onFailure()
                .invoke(fault -> Log.warnf("%s is looked up again later: %s", payment.id(), fault))
                .onFailure()
                .recoverWithItem(payment)
                .flatMap(now -> now.isOpen()
                        ? stayOpen(attempt, now)
                        : publish(attempt, now).map(outcome -> new Ended(outcome, false)));
    }

    /** Step 6. */
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
                .flatMap(done -> lookInBook(attempt)));
    }

    /** Nobody need be at work: a claim that was written late, or that has lost its outcome, looks the same in Redis. */
    private Uni<PayAnswer> lookInBook(Attempt attempt) {
        return look(attempt).flatMap(own -> own.filter(payment -> !payment.isOpen() && payment.hasContentOf(attempt))
                .map(ended ->
                        Uni.createFrom().<PayAnswer>item(new Ended(PaymentOutcome.of(ended), isReplay(attempt, ended))))
                .orElseGet(() -> refuse(ProblemType.PAYMENT_IN_PROGRESS)));
    }

    /** This token's payment; none is found while MySQL is away. */
    private Uni<Optional<Payment>> look(Attempt attempt) {
        return find(attempt).onFailure(StoreFault.class).recoverWithItem(Optional.empty());
    }

    private Uni<Optional<Payment>> find(Attempt attempt) {
        return Work.onWorker(() -> opening.find(attempt));
    }

    /** It may have ended before this request came, and the outcome been lost in Redis. */
    private static boolean isReplay(Attempt attempt, Payment ended) {
        return !attempt.waited() || ended.hasEndedFor(attempt.waiting().elapsed());
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
