package dev.payonce.order;

import dev.payonce.value.OrderId;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.Timeouts;

/** The orders in MySQL. */
@ApplicationScoped
public class Orders implements PanacheRepositoryBase<Order, Long> {

    public Optional<Order> find(OrderId id) {
        return findByIdOptional(id.value());
    }

    /** Reads the order and holds its row: whoever changes anything of an order takes this lock first. */
    public Optional<Order> lock(OrderId id) {
        return findByIdOptional(id.value(), LockModeType.PESSIMISTIC_WRITE).map(Order::recognized);
    }

    /**
     * Those that wait in this state for a payment that can no longer start, but for the ones that somebody holds. Of one state,
     * for together they are in no index in order: all of them would be read, and locked, however few are taken.
     */
    List<Order> lockPastEnd(OrderStatus status, int limit) {
        return getEntityManager()
                .createQuery(
                        "from Order where status = :status and expiresAt <= readAt order by expiresAt", Order.class)
                .setParameter("status", status)
                .setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI)
                .getResultList();
    }

    /** One more than the limit, if there are so many. */
    List<Order> page(OrderQuery query) {
        if (query.status().filter(OrderStatus.EXPIRED::equals).isPresent()) {
            return expired(query);
        }
        boolean awaits = query.status().filter(OrderStatus::awaitsPayment).isPresent();
        return page(query, awaits ? " and expiresAt > readAt" : "");
    }

    /** Those that are EXPIRED, and those that are shown so: each list is short in its index, where all together are not. */
    private List<Order> expired(OrderQuery query) {
        Stream<Order> ended = page(query, "").stream();
        Stream<Order> pastEnd = Stream.of(OrderStatus.PENDING, OrderStatus.PAYMENT_FAILED)
                .flatMap(status -> page(query.of(status), " and expiresAt <= readAt").stream());
        return Stream.concat(ended, pastEnd)
                .sorted(Comparator.comparing((Order order) -> order.id().value())
                        .reversed())
                .limit(query.limit() + 1L)
                .toList();
    }

    /** @param endCondition by MySQL's clock, as {@link Order#status()} */
    private List<Order> page(OrderQuery query, String endCondition) {
        Map<String, Object> values = new HashMap<>();
        StringBuilder where = new StringBuilder("1 = 1");
        query.customerId().ifPresent(customer -> {
            where.append(" and customerId = :customer");
            values.put("customer", customer);
        });
        query.after().ifPresent(after -> {
            where.append(" and id < :after");
            values.put("after", after.value());
        });
        query.status().ifPresent(status -> {
            where.append(" and status = :status");
            values.put("status", status);
        });
        return find(where + endCondition + " order by id desc", values)
                .range(0, query.limit())
                .list();
    }

    /** Who started the payment that the order is in. */
    public String payer(Order order) {
        return getEntityManager()
                .createQuery(
                        "select actor from OrderMove where order = :order and toStatus = :status order by version desc",
                        String.class)
                .setParameter("order", order)
                .setParameter("status", OrderStatus.PROCESSING)
                .setMaxResults(1)
                .getSingleResult();
    }

    /** Of each of these orders. */
    public Map<OrderId, Integer> versions(Collection<OrderId> of) {
        return getEntityManager()
                .createQuery("select id, version from Order where id in :ids", Object[].class)
                .setParameter("ids", of.stream().map(OrderId::value).toList())
                .getResultStream()
                .collect(Collectors.toMap(row -> new OrderId((Long) row[0]), row -> (Integer) row[1]));
    }

    /** Oldest first, from behind the given version. */
    public List<OrderMove.View> history(OrderId order, int after, int limit) {
        return getEntityManager()
                .createQuery(
                        "from OrderMove where order.id = :order and version > :after order by version", OrderMove.class)
                .setParameter("order", order.value())
                .setParameter("after", after)
                .setMaxResults(limit)
                .getResultStream()
                .map(OrderMove::view)
                .toList();
    }
}
