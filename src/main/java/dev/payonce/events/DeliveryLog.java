package dev.payonce.events;

import dev.payonce.store.Transactions;
import dev.payonce.value.DeliveryId;
import dev.payonce.value.EventId;
import dev.payonce.value.OrderId;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What receivers have been told, and telling it again. */
@ApplicationScoped
public class DeliveryLog {

    private final Transactions transactions;
    private final Deliveries deliveries;

    DeliveryLog(Transactions transactions, Deliveries deliveries) {
        this.transactions = transactions;
        this.deliveries = deliveries;
    }

    /**
     * One delivery as it is now.
     *
     * @param attempts how often it was tried, one that a crash cut off included
     * @param log the attempts whose end is known, oldest first
     * @param nextAttemptAt null while it is being told, and after its end
     * @param endedAt null while it is PENDING
     */
    public record Entry(
            DeliveryId id,
            String receiver,
            EventId eventId,
            OrderId orderId,
            String type,
            DeliveryStatus status,
            int attempts,
            List<Attempt> log,
            Instant nextAttemptAt,
            Instant createdAt,
            Instant endedAt) {}

    /**
     * One attempt.
     *
     * @param number counted from 1
     * @param at when it began
     * @param result an HTTP status or a word
     * @param millis how long it took
     */
    public record Attempt(int number, Instant at, String result, int millis) {}

    /** Newest first, from before the given one. Blocks. */
    public List<Entry> page(Collection<String> receivers, DeliveryId before, int limit) {
        return transactions.inNew(() -> entries(receivers.stream()
                .flatMap(receiver -> deliveries.newest(receiver, before, limit).stream())
                .sorted(Comparator.comparing((Delivery one) -> one.id().value()).reversed())
                .limit(limit)
                .toList()));
    }

    /** The same of all receivers, brokers included; all, or those in one state. Blocks. */
    List<Entry> page(Optional<DeliveryStatus> status, DeliveryId before, int limit) {
        return transactions.inNew(() -> entries(deliveries.newest(status, before, limit)));
    }

    /** Whoever it is for. Blocks. */
    public Optional<Entry> find(DeliveryId id) {
        return transactions.inNew(() -> deliveries.findByIdOptional(id.value()).map(found -> entries(List.of(found))
                .get(0)));
    }

    /** Tells it again, as if it had just happened; what is being told at this moment is left as it is. Blocks. */
    public Entry sendAgain(DeliveryId id) {
        return transactions.inNew(() -> {
            Delivery delivery = deliveries.lock(id).orElseThrow().recognized();
            delivery.sendAgain();
            return entries(List.of(delivery)).get(0);
        });
    }

    private List<Entry> entries(List<Delivery> found) {
        Map<Long, List<Attempt>> logs = deliveries.logs(found);
        return found.stream()
                .map(one -> entry(one, logs.getOrDefault(one.id().value(), List.of())))
                .toList();
    }

    private static Entry entry(Delivery delivery, List<Attempt> log) {
        return new Entry(
                delivery.id(),
                delivery.receiver(),
                delivery.event().id(),
                delivery.event().orderId(),
                delivery.event().type(),
                delivery.status(),
                delivery.attempts(),
                log,
                delivery.nextAttemptAt(),
                delivery.createdAt(),
                delivery.endedAt());
    }
}
