package dev.payonce.payment;

import dev.payonce.gateway.Charge;
import dev.payonce.order.OrderStatus;
import dev.payonce.store.StoreFault;
import dev.payonce.value.Money;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import jakarta.persistence.Convert;
import jakarta.persistence.Embedded;
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

/** What became of one token: exactly one row for each token that reached step 3. End states never go back. */
@Entity
@Table(name = "payment")
public class Payment {

    @Id
    private long id;

    @Version
    private int version;

    private long orderId;

    @JdbcTypeCode(SqlTypes.BINARY)
    private byte[] tokenId;

    @JdbcTypeCode(SqlTypes.BINARY)
    private byte[] requestFingerprint;

    private long amount;
    private String currency;

    /** Kept while the charge may have to be sent again, then forgotten. */
    private String paymentMethod;

    @Convert(converter = PaymentStatus.Column.class)
    private PaymentStatus status;

    @Convert(converter = Refusal.Column.class)
    private Refusal refusal;

    private String declineCode;

    /** The order's state as it was told with this payment's outcome: replays say the same. */
    @Convert(converter = OrderStatus.Column.class)
    private OrderStatus orderStatus;

    private String gatewayReference;
    private String unknownReason;
    private long refundedAmount;
    private Instant createdAt;
    private Instant settledAt;

    /** The gateway's time limit runs from the last one. */
    @Embedded
    private Calls calls = new Calls();

    /** Null until it is sent, and in rows of an older version. */
    private Instant firstSentAt;

    /** Whether it was accepted for later: nobody waits for it, and it is still wanted. */
    private boolean forLater;

    /** When it is to be sent although no bell has been heard; null once it was sent. */
    private Instant ringAt;

    @Embedded
    private Watch watch = new Watch();

    /** MySQL's clock when this row was read. */
    @Formula("utc_timestamp(6)")
    private Instant readAt;

    protected Payment() {}

    private Payment(Attempt attempt, PaymentStatus status, OrderStatus orderStatus, Instant now) {
        this.id = attempt.paymentId().value();
        this.orderId = attempt.token().orderId().value();
        this.tokenId = attempt.token().id().bytes();
        this.requestFingerprint = attempt.fingerprint();
        this.amount = attempt.token().price().amount();
        this.currency = attempt.token().price().currency();
        this.status = status;
        this.orderStatus = orderStatus;
        this.createdAt = now;
        this.readAt = now;
    }

    /** @param firstCheck how long the request that opens it is left alone */
    static Payment opened(Attempt attempt, Instant now, Duration firstCheck) {
        Payment payment = new Payment(attempt, PaymentStatus.PROCESSING, OrderStatus.PROCESSING, now);
        payment.paymentMethod = attempt.paymentMethod();
        payment.sent(now, firstCheck);
        return payment;
    }

    /** Accepted for later: sent by whoever takes it up. @param firstRing how long the bell is trusted */
    static Payment accepted(Attempt attempt, Instant now, Duration firstRing) {
        Payment payment = new Payment(attempt, PaymentStatus.PROCESSING, OrderStatus.PROCESSING, now);
        payment.paymentMethod = attempt.paymentMethod();
        payment.forLater = true;
        payment.ringAt = now.plus(firstRing);
        return payment;
    }

    static Payment rejected(Attempt attempt, Refusal refusal, OrderStatus orderStatus, Instant now) {
        Payment payment = new Payment(attempt, PaymentStatus.REJECTED, orderStatus, now);
        payment.refusal = refusal;
        payment.settledAt = now;
        return payment;
    }

    /**
     * This payment, for somebody who is going to change it or to act on its state.
     *
     * @throws StoreFault if a newer version of the service has written it in a way that this one does not know
     */
    public Payment recognized() {
        boolean strange = status == PaymentStatus.UNRECOGNIZED
                || orderStatus == OrderStatus.UNRECOGNIZED
                || refusal == Refusal.UNRECOGNIZED;
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
        end(PaymentStatus.SUCCEEDED, OrderStatus.PAID, reference, now);
    }

    void fail(Refusal why, String code, String reference, Instant now) {
        end(PaymentStatus.FAILED, OrderStatus.PAYMENT_FAILED, reference, now);
        refusal = why;
        declineCode = code;
    }

    /** Written before the first call: from now on the call may have arrived. */
    void sentFirst(Duration firstCheck) {
        if (!isUnsent()) {
            throw new IllegalStateException("payment " + id() + " is not to be sent for the first time");
        }
        sent(readAt, firstCheck);
    }

    private void sent(Instant now, Duration firstCheck) {
        calls.beginAlone(now);
        firstSentAt = now;
        ringAt = null;
        watch.askAt(now.plus(firstCheck));
    }

    /** Somebody takes it up now: the others leave it alone for so long. */
    void rung(Duration untilNext) {
        ringAt = readAt.plus(untilNext);
    }

    /** The gateway's answer was lost; the payment stays PROCESSING until somebody has asked. */
    void outcomeUnknown(String reason) {
        unknownReason = reason;
    }

    /** The gateway is asked again, now: the next time is later. */
    void checked(RecoveryConfig recovery) {
        watch.asked(readAt, settledAt, recovery);
    }

    /** The charge is sent once more, under the same key. */
    void sentAgain() {
        calls.begin(readAt);
    }

    /** Closed because the gateway knows nothing of it; still watched, for a charge may turn up. */
    void lose(Instant now, Duration untilNext) {
        fail(Refusal.GATEWAY_LOST, "gateway_lost", null, now);
        watch.askAt(now.plus(untilNext));
    }

    /** The gateway has told something that must be looked into now. */
    void checkNow() {
        if (isUnsent()) {
            ringAt = readAt;
        } else {
            watch.askAt(readAt);
        }
    }

    /** Nothing is left to ask, but of a lost payment, for so long. */
    void endWatch(Duration lostWatch) {
        if (!isLost() || settledAt.plus(lostWatch).isBefore(readAt)) {
            watch.end();
        }
    }

    /** It has ended, but the gateway has something else of it that makes no sense: asked again, for so long. */
    void keepWatch(RecoveryConfig recovery) {
        watch.goOn(readAt, settledAt, recovery);
    }

    private void end(PaymentStatus end, OrderStatus orderEnd, String reference, Instant now) {
        if (status != PaymentStatus.PROCESSING) {
            throw new IllegalStateException("payment " + id() + " cannot go from " + status + " to " + end);
        }
        status = end;
        orderStatus = orderEnd;
        gatewayReference = reference;
        settledAt = now;
        paymentMethod = null;
        unknownReason = null;
        ringAt = null;
        watch.end();
    }

    /** Money of this payment has gone back. */
    public void addRefund(long refund) {
        if (!isSucceeded() || refund < 1 || refund > amount - refundedAmount) {
            throw new IllegalStateException("payment " + id() + " cannot give back " + refund + " more");
        }
        refundedAmount += refund;
    }

    public boolean isSucceeded() {
        return status == PaymentStatus.SUCCEEDED;
    }

    public boolean isRefundedCompletely() {
        return refundedAmount == amount;
    }

    boolean isOpen() {
        return status == PaymentStatus.PROCESSING;
    }

    /** Whether it had ended already so long ago. */
    boolean hasEndedFor(Duration time) {
        return !settledAt.plus(time).isAfter(readAt);
    }

    /** Accepted for later, and no call has been made for it: certain, since the call is written down first. */
    boolean isUnsent() {
        return isOpen() && calls.isNone();
    }

    boolean isForLater() {
        return forLater;
    }

    boolean isOf(Attempt attempt) {
        return id == attempt.paymentId().value();
    }

    boolean hasContentOf(Attempt attempt) {
        return Arrays.equals(requestFingerprint, attempt.fingerprint());
    }

    /** Whether the request that opened this payment has stopped waiting for the gateway. */
    boolean isOutcomeUnknown() {
        return isOpen() && unknownReason != null;
    }

    /** Whether no earlier or later call may still arrive: only then does a refused one say anything. */
    boolean wasSentOnce() {
        return calls.isOne();
    }

    boolean isLost() {
        return refusal == Refusal.GATEWAY_LOST;
    }

    boolean isDue() {
        return isUnsent() ? ringAt != null && !ringAt.isAfter(readAt) : watch.isDue(readAt);
    }

    /** When somebody is to look after it; null when nothing is left to do. */
    Instant dueAt() {
        return isUnsent() ? ringAt : watch.nextCheckAt();
    }

    /** Whether the charge that the gateway knows by this reference is the one that this payment stands for. */
    boolean isCharge(String reference) {
        return status == PaymentStatus.SUCCEEDED && gatewayReference.equals(reference);
    }

    Charge charge() {
        return new Charge(id(), orderId(), money(), paymentMethod);
    }

    public PaymentId id() {
        return new PaymentId(id);
    }

    public OrderId orderId() {
        return new OrderId(orderId);
    }

    public Money money() {
        return new Money(amount, currency);
    }

    /** The gateway's own id of the charge; null unless it has told one. */
    public String gatewayReference() {
        return gatewayReference;
    }

    PaymentStatus status() {
        return status;
    }

    Refusal refusal() {
        return refusal;
    }

    String declineCode() {
        return declineCode;
    }

    OrderStatus orderStatus() {
        return orderStatus;
    }

    long refundedAmount() {
        return refundedAmount;
    }

    Instant createdAt() {
        return createdAt;
    }

    Instant settledAt() {
        return settledAt;
    }

    Instant sentAt() {
        return calls.lastAt();
    }

    Instant firstSentAt() {
        return firstSentAt == null ? createdAt : firstSentAt;
    }

    String unknownReason() {
        return unknownReason;
    }

    int checks() {
        return watch.checks();
    }

    Instant readAt() {
        return readAt;
    }
}
