package dev.payonce.refund;

import dev.payonce.payment.Payment;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import dev.payonce.value.StoredEnum;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import org.hibernate.Timeouts;

/** The refunds in MySQL, and of the payments what refunds need. */
@ApplicationScoped
class Refunds implements PanacheRepositoryBase<Refund, Long> {

    /** Rows that this version understands: what a newer one has written is left to it. */
    private static final String RECOGNIZED =
            "status in :statuses and terms.origin in :origins and (refusal is null or refusal in :refusals)";

    Optional<Refund> find(RefundId id) {
        return findByIdOptional(id.value());
    }

    /** The refund's own row; where its order's is needed too, that comes first. */
    Optional<Refund> lock(RefundId id) {
        return findByIdOptional(id.value(), LockModeType.PESSIMISTIC_WRITE).map(Refund::recognized);
    }

    /** Those that the gateway is to be asked about now, but for the ones that another instance holds. */
    List<Refund> lockDue(int limit) {
        return getEntityManager()
                .createQuery(
                        "from Refund where watch.nextCheckAt <= readAt and " + RECOGNIZED
                                + " order by watch.nextCheckAt",
                        Refund.class)
                .setParameter("statuses", StoredEnum.known(RefundStatus.class))
                .setParameter("origins", StoredEnum.known(RefundOrigin.class))
                .setParameter("refusals", StoredEnum.known(RefundRefusal.class))
                .setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI)
                .getResultList();
    }

    Optional<Refund> find(RefundKey key) {
        return find("terms.idempotencyScope = ?1 and terms.idempotencyKey = ?2", key.scope(), key.key())
                .firstResultOptional()
                .map(Refund::recognized);
    }

    /** How many keys of this scope have been used. */
    int attempts(byte[] scope) {
        return (int) count("terms.idempotencyScope", scope);
    }

    /** Those that have not ended, and those that were given up; oldest first. */
    List<Refund> openOrGivenUp(RefundId after, int limit) {
        return find(
                        "(status = ?1 or unknownReason = ?2) and id > ?3 order by id",
                        RefundStatus.PROCESSING,
                        Refund.GIVEN_UP,
                        after.value())
                .range(0, limit - 1)
                .list();
    }

    /** Newest first, those that became refunds. */
    List<Refund> ofPayment(PaymentId payment, RefundId before, int limit) {
        return find(
                        "terms.paymentId = ?1 and id < ?2 and status <> ?3 order by id desc",
                        payment.value(),
                        before.value(),
                        RefundStatus.REJECTED)
                .range(0, limit - 1)
                .list();
    }

    /**
     * What has gone back of a payment or may go back yet; a state that only a newer version knows may be such a one. Exact
     * only under the order's lock.
     */
    long spent(PaymentId payment) {
        return getEntityManager()
                .createQuery(
                        "select coalesce(sum(terms.amount), 0L) from Refund where terms.paymentId = :payment"
                                + " and terms.origin <> :other"
                                + " and status not in (:nothing)",
                        Long.class)
                .setParameter("payment", payment.value())
                .setParameter("other", RefundOrigin.STRAY_CHARGE)
                .setParameter("nothing", List.of(RefundStatus.FAILED, RefundStatus.REJECTED))
                .getSingleResult();
    }

    /** Whether a refund that went through says that the goods are back. */
    boolean saysThatGoodsAreBack(PaymentId payment) {
        return count(
                        "terms.paymentId = ?1 and terms.restock = true and status = ?2",
                        payment.value(),
                        RefundStatus.SUCCEEDED)
                > 0;
    }

    Optional<Payment> payment(PaymentId id) {
        return Optional.ofNullable(getEntityManager().find(Payment.class, id.value()))
                .map(Payment::recognized);
    }

    /** Without reading the payment, for what counts is how it is under its order's lock. */
    Optional<OrderId> orderOf(PaymentId id) {
        return order("select orderId from Payment where id = :id", id.value());
    }

    Optional<OrderId> orderOf(RefundId id) {
        return order("select terms.orderId from Refund where id = :id", id.value());
    }

    private Optional<OrderId> order(String query, long id) {
        return getEntityManager()
                .createQuery(query, Long.class)
                .setParameter("id", id)
                .getResultStream()
                .findFirst()
                .map(OrderId::new);
    }
}
