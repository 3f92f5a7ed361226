package dev.payonce.payment;

import dev.payonce.order.Order;
import dev.payonce.order.OrderStatus;
import dev.payonce.token.PaymentToken;
import dev.payonce.token.TokenId;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.value.StoredEnum;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import jakarta.persistence.TypedQuery;
import java.util.List;
import java.util.Optional;
import org.hibernate.Timeouts;

/** The payments in MySQL, read with the order whose row is the lock of all that happens to it. */
@ApplicationScoped
class Payments implements PanacheRepositoryBase<Payment, Long> {

    /** An order under its lock, with the one payment asked for, if there is one. */
    record Locked(Order order, Payment payment) {

        Locked recognized() {
            order.recognized();
            return payment == null ? this : new Locked(order, payment.recognized());
        }
    }

    /** Before the first one of a list. */
    static final PaymentId NEWEST = new PaymentId(Long.MAX_VALUE);

    /** Rows that this version understands: what a newer one has written is left to it. */
    private static final String RECOGNIZED =
            "status in :statuses and orderStatus in :orderStatuses and (refusal is null or refusal in :refusals)";

    /** One statement: the order of the token, and what this token has done already. */
    Locked lock(PaymentToken token) {
        return lock(token.orderId(), token.id()).orElseThrow();
    }

    /** Empty where there is no such order. */
    Optional<Locked> lock(OrderId order, TokenId token) {
        return locked("select new dev.payonce.payment.Payments$Locked(o, p) from Order o"
                        + " left join Payment p on p.tokenId = :token where o.id = :order")
                .setParameter("token", token.bytes())
                .setParameter("order", order.value())
                .getResultStream()
                .findFirst()
                .map(Locked::recognized);
    }

    /** The order first, as everywhere: whoever took the rows the other way round would wait in a circle. */
    Locked lock(OrderId order, PaymentId id) {
        return locked("select new dev.payonce.payment.Payments$Locked(o, p) from Order o"
                        + " left join Payment p on p.id = :payment where o.id = :order")
                .setParameter("payment", id.value())
                .setParameter("order", order.value())
                .getSingleResult()
                .recognized();
    }

    private TypedQuery<Locked> locked(String query) {
        return getEntityManager().createQuery(query, Locked.class).setLockMode(LockModeType.PESSIMISTIC_WRITE);
    }

    /** Only the payment's own row: for what does not touch the order. */
    Optional<Payment> lockAlone(PaymentId id) {
        return findByIdOptional(id.value(), LockModeType.PESSIMISTIC_WRITE).map(Payment::recognized);
    }

    /** Those that the gateway is to be asked about now, but for the ones that another instance holds. */
    List<Payment> lockDue(int limit) {
        return lockBatch("watch.nextCheckAt", limit);
    }

    /** Those accepted for later that nobody has sent in time, but for the ones that another instance holds. */
    List<Payment> lockOverdue(int limit) {
        return lockBatch("ringAt", limit);
    }

    private List<Payment> lockBatch(String due, int limit) {
        String query = "from Payment where " + due + " <= readAt and " + RECOGNIZED + " order by " + due;
        return getEntityManager()
                .createQuery(query, Payment.class)
                .setParameter("statuses", StoredEnum.known(PaymentStatus.class))
                .setParameter("orderStatuses", StoredEnum.known(OrderStatus.class))
                .setParameter("refusals", StoredEnum.known(Refusal.class))
                .setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI)
                .getResultList();
    }

    /** How many were accepted for later and have not ended; counted in an index, and no further than {@code limit}. */
    int buffered(int limit) {
        Number counted = (Number) getEntityManager()
                .createNativeQuery("select count(*) from (select 1 from payment"
                        + " where status = 'PROCESSING' and for_later = true limit :limit) b")
                .setParameter("limit", limit)
                .getSingleResult();
        return counted.intValue();
    }

    boolean isKnown(TokenId token) {
        return count("tokenId", token.bytes()) > 0;
    }

    /** Oldest first. */
    List<Payment> open(PaymentId after, int limit) {
        return find("status = ?1 and id > ?2 order by id", PaymentStatus.PROCESSING, after.value())
                .range(0, limit - 1)
                .list();
    }

    Optional<Payment> find(TokenId token) {
        return find("tokenId", token.bytes()).firstResultOptional().map(Payment::recognized);
    }

    Optional<Payment> find(PaymentId id) {
        return findByIdOptional(id.value());
    }

    /** Newest first. */
    List<Payment> ofOrder(OrderId order, PaymentId before, int limit) {
        return find("orderId = ?1 and id < ?2 order by id desc", order.value(), before.value())
                .range(0, limit - 1)
                .list();
    }

    List<Payment> newest(PaymentId before, int limit) {
        return find("id < ?1 order by id desc", before.value())
                .range(0, limit - 1)
                .list();
    }

    /** In the order of the index that has the states: newest first, by their times. */
    List<Payment> newest(PaymentStatus status, PaymentId before, int limit) {
        return before.equals(NEWEST)
                ? find("status = ?1 order by createdAt desc, id desc", status)
                        .range(0, limit - 1)
                        .list()
                : find(before).map(last -> behind(last, status, limit)).orElse(List.of());
    }

    private List<Payment> behind(Payment last, PaymentStatus status, int limit) {
        return find(
                        "status = ?1 and createdAt <= ?2 and (createdAt < ?2 or id < ?3) order by createdAt desc, id desc",
                        status,
                        last.createdAt(),
                        last.id().value())
                .range(0, limit - 1)
                .list();
    }
}
