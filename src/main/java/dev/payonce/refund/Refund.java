package dev.payonce.refund;

import dev.payonce.gateway.ChargeRefund;
import dev.payonce.payment.Calls;
import dev.payonce.payment.RecoveryConfig;
import dev.payonce.payment.Watch;
import dev.payonce.store.StoreFault;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import jakarta.persistence.Convert;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.annotations.Formula;

/** What became of one wish for money back: exactly one row for each key. End states never go back. */
@Entity
@Table(name = "refund")
class Refund {

    static final String GIVEN_UP = "given_up";

    @Id
    private long id;

    @Version
    private int version;

    @Embedded
    private RefundTerms terms;

    @Convert(converter = RefundStatus.Column.class)
    private RefundStatus status;

    @Convert(converter = RefundRefusal.Column.class)
    private RefundRefusal refusal;

    private String declineCode;

    /** What was left of the payment when more was wanted: replays say the same. */
    private Long refundable;

    private String gatewayReference;
    private String unknownReason;
    private Instant createdAt;

    @Embedded
    private Calls calls = new Calls();

    private Instant settledAt;

    @Embedded
    private Watch watch = new Watch();

    /** MySQL's clock when this row was read. */
    @Formula("utc_timestamp(6)")
    private Instant readAt;

    protected Refund() {}

    private Refund(RefundId id, RefundTerms terms, RefundStatus status, Instant now) {
        this.id = id.value();
        this.terms = terms;
        this.status = status;
        this.createdAt = now;
        this.readAt = now;
    }

    /** @param firstCheck how long the request that opens it, and is about to send it, is left alone */
    static Refund opened(RefundId id, RefundTerms terms, Instant now, Duration firstCheck) {
        Refund refund = new Refund(id, terms, RefundStatus.PROCESSING, now);
        refund.calls.begin(now);
        refund.watch.askAt(now.plus(firstCheck));
        return refund;
    }

    /** For recovery to send, at {@code firstCheck}. */
    static Refund planned(RefundTerms terms, Instant now, Instant firstCheck) {
        Refund refund = new Refund(RefundId.next(), terms, RefundStatus.PROCESSING, now);
        refund.watch.askAt(firstCheck);
        return refund;
    }

    /** The gateway has done it already, unasked. */
    static Refund done(RefundTerms terms, String reference, Instant now) {
        Refund refund = new Refund(RefundId.next(), terms, RefundStatus.PROCESSING, now);
        refund.succeed(reference, now);
        return refund;
    }

    static Refund rejected(RefundId id, RefundTerms terms, RefundRefusal refusal, Long refundable, Instant now) {
        Refund refund = new Refund(id, terms, RefundStatus.REJECTED, now);
        refund.refusal = refusal;
        refund.refundable = refundable;
        refund.settledAt = now;
        return refund;
    }

    /**
     * This refund, for somebody who is going to change it or to act on its state.
     *
     * @throws StoreFault if a newer version of the service has written it in a way that this one does not know
     */
    Refund recognized() {
        boolean strange = status == RefundStatus.UNRECOGNIZED
                || terms.origin() == RefundOrigin.UNRECOGNIZED
                || refusal == RefundRefusal.UNRECOGNIZED;
        if (strange) {
            throw StoreFault.ofNewerVersion(id().toString());
        }
        return this;
    }

    /** A flush would write UNRECOGNIZED over the value of a newer version. */
    @PreUpdate
    void refuseUpdateIfUnrecognized() {
        recognized();
    }

    void succeed(String reference, Instant now) {
        end(RefundStatus.SUCCEEDED, reference, now);
    }

    void fail(RefundRefusal why, String code, String reference, Instant now) {
        end(RefundStatus.FAILED, reference, now);
        refusal = why;
        declineCode = why == RefundRefusal.REFUND_DECLINED ? code : null;
    }

    /** Closed because the gateway knows nothing of it; still watched, for it may turn up. */
    void lose(Instant now, Duration untilNext) {
        fail(RefundRefusal.GATEWAY_LOST, null, null, now);
        watch.askAt(now.plus(untilNext));
    }

    /** It has ended, and its sum is not accounted for yet: asked again, for so long. */
    void keepWatch(RecoveryConfig recovery) {
        watch.goOn(readAt, settledAt, recovery);
    }

    /** Nothing is left to ask, but of a lost refund, for so long. */
    void endWatch(Duration lostWatch) {
        if (refusal != RefundRefusal.GATEWAY_LOST || settledAt.plus(lostWatch).isBefore(readAt)) {
            watch.end();
        }
    }

    /** What it was about has come about by other means. */
    void stopWatch() {
        watch.end();
    }

    /** It has failed, nobody tries again, and money that is not ours is still here: operators see it. */
    void giveUp() {
        unknownReason = GIVEN_UP;
    }

    /** The gateway has told something that must be looked into now. */
    void checkNow() {
        if (isOpen()) {
            watch.askAt(readAt);
        }
    }

    private void end(RefundStatus end, String reference, Instant now) {
        if (!isOpen()) {
            throw new IllegalStateException("refund " + id() + " cannot go from " + status + " to " + end);
        }
        status = end;
        gatewayReference = reference;
        settledAt = now;
        unknownReason = null;
        watch.end();
    }

    /** The gateway is asked about it, now: the next time is later. */
    void checked(RecoveryConfig recovery) {
        watch.asked(readAt, settledAt, recovery);
    }

    /** The gateway's answer was lost; the refund stays PROCESSING until somebody has asked. */
    void outcomeUnknown(String why) {
        unknownReason = why;
    }

    /** The call that the request that opened this refund makes. */
    RefundSend firstSend() {
        return new RefundSend(orderId(), asked(), calls.lastAt(), null, true);
    }

    /**
     * Another call begins.
     *
     * @param alone whether no earlier call can arrive any more
     */
    RefundSend send(boolean alone) {
        RefundSend send = new RefundSend(orderId(), asked(), readAt, calls.lastAt(), false);
        if (alone) {
            calls.beginAlone(readAt);
        } else {
            calls.begin(readAt);
        }
        return send;
    }

    /** The call certainly did nothing: what is known is as before it, unless another one has begun since. */
    void sentInVain(RefundSend send) {
        calls.wasInVain(send.at(), send.before());
    }

    /** Whether no other call can have given money back. */
    boolean isOnlyCall(RefundSend send) {
        return calls.isOnly(send.at());
    }

    boolean wasNeverSent() {
        return calls.isNone();
    }

    boolean isOpen() {
        return status == RefundStatus.PROCESSING;
    }

    /** Whether it had ended already so long ago. */
    boolean hasEndedFor(Duration time) {
        return !settledAt.plus(time).isAfter(readAt);
    }

    boolean hasFailed() {
        return status == RefundStatus.FAILED;
    }

    /** Whether it was refused before it became a refund. */
    boolean isRejected() {
        return status == RefundStatus.REJECTED;
    }

    boolean isOf(RefundAttempt attempt) {
        return id == attempt.refundId().value();
    }

    boolean isOfOrder() {
        return terms.origin() == RefundOrigin.MERCHANT;
    }

    /** Whether no call has begun since {@code patience} ago. */
    boolean isSilentFor(Duration patience) {
        return sentAt() == null || sentAt().plus(patience).isBefore(readAt);
    }

    /** Whether the request that sent it has stopped waiting. */
    boolean isOutcomeUnknown() {
        return isOpen() && unknownReason != null;
    }

    boolean isDue() {
        return watch.isDue(readAt);
    }

    ChargeRefund asked() {
        return terms.asked(id());
    }

    RefundId id() {
        return new RefundId(id);
    }

    PaymentId paymentId() {
        return terms.payment();
    }

    OrderId orderId() {
        return terms.order();
    }

    /** What it is about. */
    RefundTerms terms() {
        return terms;
    }

    RefundStatus status() {
        return status;
    }

    RefundRefusal refusal() {
        return refusal;
    }

    String declineCode() {
        return declineCode;
    }

    Long refundable() {
        return refundable;
    }

    String unknownReason() {
        return unknownReason;
    }

    Instant nextCheckAt() {
        return watch.nextCheckAt();
    }

    int checks() {
        return watch.checks();
    }

    Instant createdAt() {
        return createdAt;
    }

    Instant sentAt() {
        return calls.lastAt();
    }

    Instant settledAt() {
        return settledAt;
    }
}
