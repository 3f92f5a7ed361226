package dev.payonce.events;

import dev.payonce.order.OutboxEvent;
import dev.payonce.value.DeliveryId;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import jakarta.persistence.TypedQuery;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.Timeouts;

/** The deliveries in MySQL. */
@ApplicationScoped
class Deliveries implements PanacheRepositoryBase<Delivery, Long> {

    /** Reads one entry of the index for each receiver, however long its queue is: grouped by status, too, or it would read all. */
    static final String DUE =
            """
            select receiver from event_delivery where status = 'PENDING'
            group by status, receiver having min(due_at) <= utc_timestamp(6)""";

    /** In the order of the index, however long the queue is: what orders the events of an order is {@link #UNTOLD}. */
    private static final String TAKEABLE =
            """
            from Delivery where receiver = :receiver and status = PENDING and dueAt <= readAt order by dueAt, createdAt""";

    private static final String UNTOLD =
            """
            from Delivery where receiver = :receiver and status = PENDING and orderId in :orders order by seq desc""";

    private static final String NEWEST =
            """
            from Delivery d join fetch d.event where d.receiver = :receiver and d.id < :before order by d.id desc""";

    private static final String NEWEST_OF_ALL =
            "from Delivery d join fetch d.event where d.id < :before order by d.id desc";

    private static final String NEWEST_OF_STATUS =
            """
            from Delivery d join fetch d.event where d.status = :status and d.id < :before order by d.id desc""";

    private static final String PULL =
            """
            update event_delivery set due_at = utc_timestamp(6)
            where receiver = :receiver and order_id = :order and seq > :seq and status = 'PENDING' and lease_until is null
            order by seq limit 1""";

    /** Those for whom something may be due now. */
    List<String> receiversWithDue() {
        List<?> names = getEntityManager().createNativeQuery(DUE).getResultList();
        return names.stream().map(String.class::cast).toList();
    }

    /**
     * Takes what is due for the receiver, of each order only the earliest that is not yet told; passes over what another
     * instance is taking.
     */
    List<Delivery> take(String receiver, int limit, Duration lease) {
        List<Delivery> due = lockDue(receiver, limit);
        if (due.isEmpty()) {
            return due;
        }
        Map<Long, Delivery> first = firstUntold(receiver, due);
        due.stream()
                .filter(delivery -> first.get(delivery.orderId()) != delivery)
                .forEach(delivery -> delivery.waitFor(first.get(delivery.orderId())));
        List<Delivery> taken = due.stream()
                .filter(delivery -> first.get(delivery.orderId()) == delivery)
                .toList();
        taken.forEach(delivery -> delivery.take(lease));
        fetchEvents(taken);
        return taken;
    }

    private List<Delivery> lockDue(String receiver, int limit) {
        return getEntityManager()
                .createQuery(TAKEABLE, Delivery.class)
                .setParameter("receiver", receiver)
                .setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI)
                .getResultList();
    }

    /** By order. What another instance ends at this moment still counts: then the next one waits for a moment too long. */
    private Map<Long, Delivery> firstUntold(String receiver, List<Delivery> due) {
        Set<Long> orders = due.stream().map(Delivery::orderId).collect(Collectors.toSet());
        Map<Long, Delivery> first = new HashMap<>();
        getEntityManager()
                .createQuery(UNTOLD, Delivery.class)
                .setParameter("receiver", receiver)
                .setParameter("orders", orders)
                .getResultStream()
                .forEach(delivery -> first.put(delivery.orderId(), delivery));
        return first;
    }

    private void fetchEvents(List<Delivery> taken) {
        getEntityManager()
                .createQuery("from OutboxEvent where id in :ids", OutboxEvent.class)
                .setParameter(
                        "ids",
                        taken.stream()
                                .map(delivery -> delivery.event().id().value())
                                .toList())
                .getResultList();
    }

    /** Newest first, from before the given one, with their events. */
    List<Delivery> newest(String receiver, DeliveryId before, int limit) {
        return getEntityManager()
                .createQuery(NEWEST, Delivery.class)
                .setParameter("receiver", receiver)
                .setParameter("before", before.value())
                .setMaxResults(limit)
                .getResultList();
    }

    /** The same of all receivers; all, or those in one state. */
    List<Delivery> newest(Optional<DeliveryStatus> status, DeliveryId before, int limit) {
        TypedQuery<Delivery> query =
                getEntityManager().createQuery(status.isPresent() ? NEWEST_OF_STATUS : NEWEST_OF_ALL, Delivery.class);
        status.ifPresent(one -> query.setParameter("status", one));
        return query.setParameter("before", before.value()).setMaxResults(limit).getResultList();
    }

    void log(Attempt attempt) {
        getEntityManager().persist(attempt);
    }

    /** By delivery, oldest first. */
    Map<Long, List<DeliveryLog.Attempt>> logs(List<Delivery> of) {
        List<Long> ids = of.stream().map(delivery -> delivery.id().value()).toList();
        return getEntityManager()
                .createQuery("from Attempt where deliveryId in :ids order by deliveryId, attempt", Attempt.class)
                .setParameter("ids", ids)
                .getResultStream()
                .collect(Collectors.groupingBy(
                        Attempt::deliveryId, Collectors.mapping(Attempt::view, Collectors.toList())));
    }

    Optional<Delivery> lock(DeliveryId id) {
        return findByIdOptional(id.value(), LockModeType.PESSIMISTIC_WRITE);
    }

    /** The receiver's next event of the same order need not wait any more. */
    void letNextGo(Delivery ended) {
        flush();
        getEntityManager()
                .createNativeQuery(PULL)
                .setParameter("receiver", ended.receiver())
                .setParameter("order", ended.orderId())
                .setParameter("seq", ended.seq())
                .executeUpdate();
    }
}
