package dev.payonce.refund;

import dev.payonce.gateway.ChargeRefund;
import dev.payonce.store.StoreFault;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** What became of one wish for money back: exactly one row for each key. End states never go back. */
@Entity
@Table(name = "refund")
class Refund {

    static final String GIVEN_UP = "given_up";

    @Id
    private long id;

    @Version
    private int version;

    private long paymentId;
    private long orderId;

    @Convert(converter = RefundOrigin.Column.class)
    private RefundOrigin origin;

    /** The gateway's own id of the charge that the money came with. */
    private String chargeReference;

    private long amount;
    private String currency;
    private String reason;
    private boolean restock;

    @Convert(converter = RefundStatus.Column.class)
    private RefundStatus status;

    @JdbcTypeCode(SqlTypes.BINARY)
    private byte[] idempotencyScope;

    @JdbcTypeCode(SqlTypes.VARBINARY)
    private byte[] idempotencyKey;

    @JdbcTypeCode(SqlTypes.BINARY)
    private byte[] requestFingerprint;

    @Convert(converter = RefundRefusal.Column.class)
    private RefundRefusal refusal;

    private String declineCode;

    /** What was left of the payment when more was wanted: replays say the same. */
    private Long refundable;

    private String gatewayReference;
    private String unknownReason;
    private Instant createdAt;

    /** When the last call that may have arrived began; null if there is none. */
    private Instant sentAt;

    /** Calls that may have arrived. While there is another one, the refusal of one does not settle anything. */
    private int sends;

    private Instant settledAt;

    /** When the gateway is to be asked about it; null when nothing is left to ask. */
    private Instant nextCheckAt;

    private int checks;

    /** MySQL's clock when this row was read. */
    @Formula("utc_timestamp(6)")
    private Instant readAt;

    protected Refund() {}

    private Refund(RefundDraft draft, RefundStatus status, Instant now) {
        this.id = draft.id().value();
        this.paymentId = draft.paymentId().value();
        this.orderId = draft.orderId().value();
        this.origin = draft.origin();
        this.chargeReference = draft.chargeId();
        this.amount = draft.amount();
        this.currency = draft.currency();
        this.reason = draft.reason();
        this.restock = draft.restock();
        this.idempotencyScope = draft.key().scope();
        this.idempotencyKey = draft.key().key();
        this.requestFingerprint = draft.fingerprint();
        this.status = status;
        this.createdAt = now;
        this.readAt = now;
    }

    /** @param firstCheck how long the request that opens it, and is about to send it, is left alone */
    static Refund opened(RefundDraft draft, Instant now, Duration firstCheck) {
        Refund refund = new Refund(draft, RefundStatus.PROCESSING, now);
        refund.sentAt = now;
        refund.sends = 1;
        refund.nextCheckAt = now.plus(firstCheck);
        return refund;
    }

    /** For recovery to send, at {@code firstCheck}. */
    static Refund planned(RefundDraft draft, Instant now, Instant firstCheck) {
        Refund refund = new Refund(draft, RefundStatus.PROCESSING, now);
        refund.nextCheckAt = firstCheck;
        return refund;
    }

    /** The gateway has done it already, unasked. */
    static Refund done(RefundDraft draft, String reference, Instant now) {
        Refund refund = new Refund(draft, RefundStatus.PROCESSING, now);
        refund.succeed(reference, now);
        return refund;
    }

    static Refund rejected(RefundDraft draft, RefundRefusal refusal, Long refundable, Instant now) {
        Refund refund = new Refund(draft, RefundStatus.REJECTED, now);
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
                || origin == RefundOrigin.UNRECOGNIZED
                || refusal == RefundRefusal.UNRECOGNIZED;
        if (strange) {
            throw StoreFault.ofNewerVersion(id().toString());
        }
        return this;
    }

    /** Not even by mistake: it would be written over with what this version takes it for. */
    @PreUpdate
    void isRecognized() {
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
        nextCheckAt = now.plus(untilNext);
    }

    /** It has ended, and its sum is not accounted for yet: asked again, for so long. */
    void keepWatch(Duration lostWatch, Duration untilNext) {
        nextCheckAt = settledAt.plus(lostWatch).isBefore(readAt) ? null : readAt.plus(untilNext);
    }

    /** Nothing is left to ask, but of a lost refund, for so long. */
    void endWatch(Duration lostWatch) {
        if (refusal != RefundRefusal.GATEWAY_LOST || settledAt.plus(lostWatch).isBefore(readAt)) {
            nextCheckAt = null;
        }
    }

    /** What it was about has come about by other means. */
    void stopWatch() {
        nextCheckAt = null;
    }

    /** It has failed, nobody tries again, and money that is not ours is still here: operators see it. */
    void giveUp() {
        unknownReason = GIVEN_UP;
    }

    /** The gateway has told something that must be looked into now. */
    void checkNow() {
        if (isOpen()) {
            nextCheckAt = readAt;
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
        nextCheckAt = null;
    }

    /** The gateway is asked about it, now: the next time is later. */
    void checked(Duration untilNext) {
        checks++;
        nextCheckAt = readAt.plus(untilNext);
    }

    /** The gateway's answer was lost; the refund stays PROCESSING until somebody has asked. */
    void outcomeUnknown(String why) {
        unknownReason = why;
    }

    /** The call that the request that opened this refund makes. */
    RefundSend firstSend() {
        return new RefundSend(orderId(), asked(), sentAt, null, true);
    }

    /**
     * Another call begins.
     *
     * @param alone whether no earlier call can arrive any more
     */
    RefundSend send(boolean alone) {
        RefundSend send = new RefundSend(orderId(), asked(), readAt, sentAt, false);
        sends = alone ? 1 : sends + 1;
        sentAt = readAt;
        return send;
    }

    /** The call certainly did nothing: what is known is as before it, unless another one has begun since. */
    void sentInVain(RefundSend send) {
        if (send.at().equals(sentAt)) {
            sends--;
            sentAt = sends == 0 ? null : send.before();
        }
    }

    /** Whether no other call can have given money back. */
    boolean isOnlyCall(RefundSend send) {
        return sends == 1 && send.at().equals(sentAt);
    }

    boolean wasNeverSent() {
        return sends == 0;
    }

    boolean isOpen() {
        return status == RefundStatus.PROCESSING;
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

    boolean hasContentOf(RefundAttempt attempt) {
        return Arrays.equals(requestFingerprint, attempt.fingerprint());
    }

    boolean isOfOrder() {
        return origin == RefundOrigin.MERCHANT;
    }

    /** Whether no call has begun since {@code patience} ago. */
    boolean isSilentFor(Duration patience) {
        return sentAt == null || sentAt.plus(patience).isBefore(readAt);
    }

    /** Whether the request that sent it has stopped waiting. */
    boolean isOutcomeUnknown() {
        return isOpen() && unknownReason != null;
    }

    boolean isDue() {
        return nextCheckAt != null && !nextCheckAt.isAfter(readAt);
    }

    ChargeRefund asked() {
        return new ChargeRefund(id(), chargeReference, new Money(amount, currency));
    }

    RefundId id() {
        return new RefundId(id);
    }

    PaymentId paymentId() {
        return new PaymentId(paymentId);
    }

    OrderId orderId() {
        return new OrderId(orderId);
    }

    long amount() {
        return amount;
    }

    String currency() {
        return currency;
    }

    String reason() {
        return reason;
    }

    boolean restock() {
        return restock;
    }

    RefundOrigin origin() {
        return origin;
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

    byte[] keyScope() {
        return idempotencyScope;
    }

    String chargeReference() {
        return chargeReference;
    }

    String unknownReason() {
        return unknownReason;
    }

    Instant nextCheckAt() {
        return nextCheckAt;
    }

    int checks() {
        return checks;
    }

    Instant createdAt() {
        return createdAt;
    }

    Instant sentAt() {
        return sentAt;
    }

    Instant settledAt() {
        return settledAt;
    }
}
