package dev.payonce.refund;

import dev.payonce.gateway.ChargeRefund;
import dev.payonce.gateway.PaymentGateway;
import dev.payonce.gateway.RefundResult;
import dev.payonce.gateway.Turns;
import dev.payonce.idempotency.Idempotency;
import dev.payonce.idempotency.Kept;
import dev.payonce.idempotency.KeyRow;
import dev.payonce.idempotency.Once;
import dev.payonce.idempotency.Once.Kind;
import dev.payonce.payment.RecoveryConfig;
import dev.payonce.refund.RefundAnswer.Ended;
import dev.payonce.refund.RefundAnswer.Reason;
import dev.payonce.refund.RefundAnswer.Refused;
import dev.payonce.store.StoreFault;
import dev.payonce.store.TwinWait;
import dev.payonce.store.Work;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/**
 * The walk of a refund: reserve the sum, ask the gateway, settle.
 *
 * <p>The key's own refund comes before everything else; then whether the payment can be refunded, how much of it is
 * left, and whether that completes the sum. No transaction and no thread waits for the gateway or for a twin.
 */
@ApplicationScoped
class RefundPayment {

    private static final int SETTLING_TRIES = 2;

    private final Idempotency idempotency;
    private final RefundOpening opening;
    private final RefundBook book;
    private final PaymentGateway gateway;
    private final ResumeRefund resume;
    private final Turns turns;
    private final TwinWait twins;
    private final Duration patience;

    RefundPayment(
            Idempotency idempotency,
            RefundOpening opening,
            RefundBook book,
            PaymentGateway gateway,
            ResumeRefund resume,
            Turns turns,
            RefundConfig config,
            RecoveryConfig recovery) {
        this.idempotency = idempotency;
        this.opening = opening;
        this.book = book;
        this.gateway = gateway;
        this.resume = resume;
        this.turns = turns;
        this.twins = config.twins();
        this.patience = recovery.after();
    }

    /** What has ended is told by Redis; MySQL has the last word. */
    Uni<Once<RefundAnswer>> refund(RefundAttempt attempt) {
        return idempotency.once(attempt.keyed(), attempt.fingerprint(), twins, new Row(attempt));
    }

    private Uni<Kept<RefundAnswer>> walk(RefundAttempt attempt) {
        return turns.take(() -> open(attempt.begun()))
                .flatMap(standing -> conclude(attempt, standing))
                .onFailure(Turns::isFull)
                .recoverWithItem(() -> Kept.forNow(Kind.DONE, new Refused(Reason.OVERLOADED)));
    }

    /** An answer to the commit that was lost is never guessed: opening again reads what became of it. */
    private Uni<RefundStanding> open(RefundAttempt attempt) {
        return Work.repeatable(() -> opening.open(attempt)).flatMap(standing -> proceed(attempt, standing));
    }

    private Uni<RefundStanding> proceed(RefundAttempt attempt, RefundStanding standing) {
        return switch (standing.kind()) {
            case OPENED ->
                storedOr(standing, attempt, send(attempt, standing.refund().firstSend()));
            case UNKNOWN -> storedOr(standing, attempt, ask(attempt, standing));
            case NOT_FOUND, KEY_REUSED, REPLAYED, AT_WORK, TOO_EARLY_TO_RESTOCK, ENDED ->
                Uni.createFrom().item(standing);
        };
    }

    /** Once the gateway has been called, nothing that goes wrong may look as if it had not. */
    private static Uni<RefundStanding> storedOr(
            RefundStanding before, RefundAttempt attempt, Uni<RefundStanding> called) {
        return called.onFailure()
                .invoke(fault -> Log.warnf(fault, "%s: left to recovery", attempt))
                .onFailure()
                .recoverWithItem(before);
    }

    private Uni<RefundStanding> send(RefundAttempt attempt, RefundSend send) {
        return call(attempt, send.refund())
                .flatMap(result -> settle(attempt, send, result))
                .map(RefundStanding::after);
    }

    /** What was heard is worth another try before it is left to recovery, which would have to ask. */
    private Uni<Refund> settle(RefundAttempt attempt, RefundSend send, RefundResult result) {
        return Work.onWorker(() -> book.settleCall(send, result, attempt.caller()))
                .onFailure(RefundPayment::isRace)
                .retry()
                .withBackOff(twins.lookEvery())
                .atMost(SETTLING_TRIES);
    }

    /** Whoever was held up for long leaves the call to recovery, which may have given up on it meanwhile. */
    private Uni<RefundResult> call(RefundAttempt attempt, ChargeRefund refund) {
        return attempt.waiting().isPast(patience)
                ? Uni.createFrom().item(RefundResult.unknown("held_up"))
                : gateway.refund(refund);
    }

    /** What a repeat learns from the gateway is news, not a replay. */
    private Uni<RefundStanding> ask(RefundAttempt attempt, RefundStanding standing) {
        if (!standing.refund().isDue()) {
            return Uni.createFrom().item(standing);
        }
        return resume.lookIfDue(standing.refund().id())
                .flatMap(done -> Work.onWorker(() -> opening.look(attempt)))
                .map(now -> now.refund().isOpen() ? standing : RefundStanding.after(now.refund()));
    }

    private Uni<Kept<RefundAnswer>> conclude(RefundAttempt attempt, RefundStanding standing) {
        return standing.kind() == RefundStanding.Kind.AT_WORK
                ? waitForTwin(attempt, standing)
                : Uni.createFrom().item(standing.told(attempt));
    }

    private Uni<Kept<RefundAnswer>> waitForTwin(RefundAttempt attempt, RefundStanding standing) {
        return twins.lookAgain(
                attempt.waiting(),
                () -> Work.onWorker(() -> opening.look(attempt))
                        .flatMap(now -> conclude(attempt.with(Kind.SHARED), now)),
                () -> Uni.createFrom().item(standing.told(attempt)));
    }

    private static boolean isRace(Throwable fault) {
        return fault instanceof StoreFault store
                && (store.kind() == StoreFault.Kind.LOST_RACE || store.kind() == StoreFault.Kind.ROW_BUSY);
    }

    /** The refund that keeps the key for good. */
    private final class Row implements KeyRow<RefundAnswer> {

        private final RefundAttempt attempt;

        Row(RefundAttempt attempt) {
            this.attempt = attempt;
        }

        @Override
        public Class<Ended> type() {
            return Ended.class;
        }

        @Override
        public Uni<Kept<RefundAnswer>> keep(Kind duplicate) {
            return walk(attempt.with(duplicate));
        }

        /** Where its twin got nowhere, this request goes the way itself. */
        @Override
        public Uni<Kept<RefundAnswer>> look() {
            return keep(Kind.SHARED);
        }
    }
}
