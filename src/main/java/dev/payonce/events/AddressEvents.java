package dev.payonce.events;

import dev.payonce.order.OutboxEvent;
import dev.payonce.store.Transactions;
import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.Timeouts;

/** Writes down for new events who is to be told: one delivery for each receiver. Any instance does so; MySQL deals the events out. */
@ApplicationScoped
class AddressEvents {

    private final Transactions transactions;
    private final EntityManager store;
    private final List<Channel> channels;
    private final OutboxConfig config;

    AddressEvents(Transactions transactions, EntityManager store, @All List<Channel> channels, OutboxConfig config) {
        this.transactions = transactions;
        this.store = store;
        this.channels = channels;
        this.config = config;
    }

    /** Takes one batch; answers whether there may be more. Blocks. */
    boolean address() {
        return transactions.inNew(() -> {
            List<OutboxEvent> locked = lockNew();
            if (!locked.isEmpty()) {
                address(inOrder(locked));
            }
            return locked.size() == config.batch();
        });
    }

    private List<OutboxEvent> lockNew() {
        return store.createQuery("from OutboxEvent where addressed = false order by seq", OutboxEvent.class)
                .setMaxResults(config.batch())
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .setHint("jakarta.persistence.lock.timeout", Timeouts.SKIP_LOCKED_MILLI)
                .getResultList();
    }

    /** Without those behind an event of the same order that another instance is just addressing: it may not have committed. */
    private List<OutboxEvent> inOrder(List<OutboxEvent> locked) {
        Set<Long> ours = locked.stream().map(OutboxEvent::seq).collect(Collectors.toSet());
        Set<Long> orders = locked.stream().map(event -> event.orderId().value()).collect(Collectors.toSet());
        Set<Long> blocked = new HashSet<>();
        store.createQuery(
                        "select orderId, seq from OutboxEvent where addressed = false and orderId in :orders",
                        Object[].class)
                .setParameter("orders", orders)
                .getResultStream()
                .filter(row -> !ours.contains((Long) row[1]))
                .forEach(row -> locked.stream()
                        .filter(event -> event.orderId().value() == (Long) row[0] && event.seq() > (Long) row[1])
                        .forEach(event -> blocked.add(event.seq())));
        return locked.stream().filter(event -> !blocked.contains(event.seq())).toList();
    }

    private void address(List<OutboxEvent> events) {
        List<Address> addresses = channels.stream()
                .flatMap(channel -> channel.addresses().stream())
                .toList();
        for (OutboxEvent event : events) {
            addresses.stream()
                    .filter(address -> address.wants(event.type()))
                    .forEach(address -> store.persist(new Delivery(event, address)));
        }
        store.createQuery("update OutboxEvent set addressed = true where id in :ids")
                .setParameter(
                        "ids", events.stream().map(event -> event.id().value()).toList())
                .executeUpdate();
    }
}
