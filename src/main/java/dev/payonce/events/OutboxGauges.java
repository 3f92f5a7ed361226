package dev.payonce.events;

import dev.payonce.store.StoreFault;
import dev.payonce.store.Transactions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.quarkus.arc.All;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How far the telling lags behind, by kind of receiver, and behind the outbox itself. Counted now and then, so that a
 * scrape never waits for a store; gone while MySQL is away.
 */
@ApplicationScoped
class OutboxGauges {

    private static final String QUEUES =
            """
            select 'outbox', count(*), coalesce(timestampdiff(microsecond, min(created_at), utc_timestamp(6)), 0) / 1e6
            from outbox_event where addressed = false
            union all
            select receiver, count(*), timestampdiff(microsecond, min(created_at), utc_timestamp(6)) / 1e6
            from event_delivery where status = 'PENDING' group by receiver""";

    private final Transactions transactions;
    private final EntityManager store;
    private final List<Channel> channels;
    private final MultiGauge lag;
    private final MultiGauge waiting;

    OutboxGauges(Transactions transactions, EntityManager store, @All List<Channel> channels, MeterRegistry meters) {
        this.transactions = transactions;
        this.store = store;
        this.channels = channels;
        this.lag = MultiGauge.builder("payonce.outbox.lag")
                .description("Age of the oldest event that is not yet told")
                .baseUnit("seconds")
                .register(meters);
        this.waiting = MultiGauge.builder("payonce.outbox.waiting")
                .description("Events that are not yet told")
                .register(meters);
    }

    /** @param lag in seconds, of the oldest */
    private record Queue(long events, double lag) {

        Queue and(Queue other) {
            return new Queue(events + other.events, Math.max(lag, other.lag));
        }
    }

    @Scheduled(every = "${payonce.metrics.every:30S}", concurrentExecution = ConcurrentExecution.SKIP)
    void count() {
        Map<String, Queue> queues = queues();
        lag.register(rows(queues, Queue::lag), true);
        waiting.register(rows(queues, Queue::events), true);
    }

    private Map<String, Queue> queues() {
        try {
            List<?> rows =
                    transactions.read(() -> store.createNativeQuery(QUEUES).getResultList());
            return rows.stream()
                    .map(Object[].class::cast)
                    .collect(Collectors.toMap(
                            row -> name((String) row[0]),
                            row -> new Queue(((Number) row[1]).longValue(), ((Number) row[2]).doubleValue()),
                            Queue::and,
                            TreeMap::new));
        } catch (StoreFault away) {
            Log.debugf("not counted: %s", away.getMessage());
            return Map.of();
        }
    }

    private String name(String receiver) {
        return channels.stream()
                .map(channel -> channel.nameInMetrics(receiver))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(receiver);
    }

    private static List<Row<?>> rows(Map<String, Queue> queues, Function<Queue, Number> value) {
        return queues.entrySet().stream()
                .<Row<?>>map(queue -> Row.of(Tags.of("receiver", queue.getKey()), value.apply(queue.getValue())))
                .toList();
    }
}
