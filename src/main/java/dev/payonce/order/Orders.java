package dev.payonce.order;

import dev.payonce.value.OrderId;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.Timeouts;

/** The orders in MySQL. */
@ApplicationScoped
public class Orders implements PanacheRepositoryBase<Order, Long> {

    /** Those that are EXPIRED, or shown so. */
    private static final Set<OrderStatus> MAY_HAVE_EXPIRED =
            EnumSet.of(OrderStatus.EXPIRED, OrderStatus.PENDING, OrderStatus.PAYMENT_FAILED);

    public Optional<Order> find(OrderId id) {
        return findByIdOptional(id.value());
    }

    /** Reads the order and holds its row: whoever changes anything of an order takes this lock first. */
    public Optional<Order> lock(OrderId id) {
        return findByIdOptional(id.value(), LockModeType.PESSIMISTIC_WRITE).map(Order::recognized);
    }

    /** Those that wait for a payment that can no longer start, but for the ones that somebody holds. */
    List<Order> lockPastEnd(int limit) {
        return getEntityManager()
                .createQuery(
                        "from Order where status in :statuses and expiresAt <= readAt order by expiresAt", Order.class)
                .setParameter("statuses", EnumSet.of(OrderStatus.PENDING, OrderStatus.PAYMENT_FAILED))
                .setMaxResults(limit)
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI)
                .getResultList();
    }

    /** One more than the limit, if there are so many. */
    List<Order> page(OrderQuery query) {
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
            where.append(" and status in :statuses").append(endCondition(status));
            values.put("statuses", status == OrderStatus.EXPIRED ? MAY_HAVE_EXPIRED : EnumSet.of(status));
        });
        return find(where + " order by id desc", values).range(0, query.limit()).list();
    }

    /** By MySQL's clock, as {@link Order#status()}. */
    private static String endCondition(OrderStatus status) {
        if (status == OrderStatus.EXPIRED) {
            return " and expiresAt <= readAt";
        }
        return status.awaitsPayment() ? " and expiresAt > readAt" : "";
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
