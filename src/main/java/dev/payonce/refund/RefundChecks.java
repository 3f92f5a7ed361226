package dev.payonce.refund;

import dev.payonce.gateway.GatewayConfig;
import dev.payonce.order.Orders;
import dev.payonce.payment.RecoveryConfig;
import dev.payonce.store.Transactions;
import dev.payonce.value.RefundId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Decides in MySQL who asks the gateway about a refund and when, and what follows where the gateway knows nothing. */
@ApplicationScoped
class RefundChecks {

    /** What to do with a refund that the gateway does not know. */
    enum Next {
        SEND,
        /** A call may still arrive, or somebody else has begun one: ask again later. */
        WAIT,
        GIVE_UP
    }

    /** @param send null unless it is to be sent */
    record Decision(Next next, RefundSend send) {}

    private final Transactions transactions;
    private final Refunds refunds;
    private final Orders orders;
    private final RecoveryConfig recovery;
    private final GatewayConfig gateway;

    RefundChecks(
            Transactions transactions, Refunds refunds, Orders orders, RecoveryConfig recovery, GatewayConfig gateway) {
        this.transactions = transactions;
        this.refunds = refunds;
        this.orders = orders;
        this.recovery = recovery;
        this.gateway = gateway;
    }

    Refund read(RefundId id) {
        return transactions.inNew(() -> refunds.find(id).orElseThrow());
    }

    /** Takes a batch of refunds that are due; other instances pass these over until they are due again. */
    List<Refund> takeDue() {
        return transactions.inNew(
                () -> refunds.lockDue(recovery.batch()).stream().map(this::take).toList());
    }

    /** Takes one refund, unless somebody has just asked about it. */
    Optional<Refund> takeIfDue(RefundId id) {
        return transactions.inNew(() -> refunds.lock(id).filter(Refund::isDue).map(this::take));
    }

    private Refund take(Refund refund) {
        refund.checked(recovery);
        return refund;
    }

    /** Makes an open refund due at once. */
    void hasten(RefundId id) {
        transactions.inNew(() -> refunds.lock(id).map(refund -> {
            refund.checkNow();
            return refund;
        }));
    }

    /**
     * The gateway was asked and knows nothing of it.
     *
     * @param seen the refund as it was before the gateway was asked: if somebody has sent it since, the answer is stale
     */
    Decision notFound(Refund seen) {
        return transactions.inNew(() -> {
            orders.lock(seen.orderId()).orElseThrow();
            Refund refund = refunds.lock(seen.id()).orElseThrow();
            return refund.isOpen() && Objects.equals(refund.sentAt(), seen.sentAt())
                    ? decide(refund, seen.isSilentFor(recovery.lastArrival(gateway)))
                    : new Decision(Next.WAIT, null);
        });
    }

    /**
     * A gateway that ignores keys is sent nothing twice. A merchant may wish again, with a new key, for what is given up;
     * for a charge that no order was waiting for nobody would.
     *
     * @param alone whether no earlier call can arrive any more
     */
    private Decision decide(Refund refund, boolean alone) {
        if (gateway.honoursKeys() || refund.wasNeverSent() || alone && !refund.isOfOrder()) {
            return new Decision(Next.SEND, refund.send(alone));
        }
        return new Decision(alone ? Next.GIVE_UP : Next.WAIT, null);
    }
}
