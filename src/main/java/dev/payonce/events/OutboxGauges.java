package dev.payonce.events;

import dev.payonce.store.MetricsConfig;
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
import jakarta.persistence.Query;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How far the telling lags behind, by kind of receiver, and behind the outbox itself. Counted now and then, so that a
 * scrape never waits for a store, and no further than a limit; gone while MySQL is away.
 */
@ApplicationScoped
class OutboxGauges {

    private static final String UNADDRESSED =
            """
            select count(*), (
              select timestampdiff(microsecond, created_at, utc_timestamp(6)) / 1e6 from outbox_event
              where addressed = false order by seq limit 1)
            from (select 1 from outbox_event where addressed = false limit :most) o""";

    /** Reads one entry of the index for each receiver; see {@link Deliveries#DUE}. */
    static final String RECEIVERS =
            "select receiver from event_delivery where status = 'PENDING' group by status, receiver";

    /** The index is named, for it has all that is asked: others would cost a look at each row. */
    private static final String UNTOLD =
            """
            select count(*), timestampdiff(microsecond, min(created_at), utc_timestamp(6)) / 1e6 from (
              select created_at from event_delivery force index (ix_delivery_due)
              where status = 'PENDING' and receiver = :receiver order by due_at limit :most) d""";

    private final Transactions transactions;
    private final EntityManager store;
    private final List<Channel> channels;
    private final int countLimit;
    private final MultiGauge lag;
    private final MultiGauge waiting;

    OutboxGauges(
            Transactions transactions,
            EntityManager store,
            @All List<Channel> channels,
            MeterRegistry meters,
            MetricsConfig config) {
        this.transactions = transactions;
        this.store = store;
        this.channels = channels;
        this.countLimit = config.countLimit();
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

    @Scheduled(every = "${payonce.metrics.every}", concurrentExecution = ConcurrentExecution.SKIP)
    void count() {
        Map<String, Queue> queues = queues();
        lag.register(rows(queues, Queue::lag), true);
        waiting.register(rows(queues, Queue::events), true);
    }

    private Map<String, Queue> queues() {
        Map<String, Queue> queues = new TreeMap<>();
        try {
            queues.put("outbox", queue(UNADDRESSED, Map.of()));
            for (String receiver : receivers()) {
                queues.merge(name(receiver), queue(UNTOLD, Map.of("receiver", receiver)), Queue::and);
            }
            return queues;
        } catch (StoreFault away) {
            Log.debugf("not counted: %s", away.getMessage());
            return Map.of();
        }
    }

    private List<String> receivers() {
        List<?> names =
                transactions.read(() -> store.createNativeQuery(RECEIVERS).getResultList());
        return names.stream().map(String.class::cast).toList();
    }

    private Queue queue(String query, Map<String, String> values) {
        return transactions.read(() -> {
            Query count = store.createNativeQuery(query).setParameter("most", countLimit);
            values.forEach(count::setParameter);
            Object[] row = (Object[]) count.getSingleResult();
            return new Queue(((Number) row[0]).longValue(), row[1] == null ? 0 : ((Number) row[1]).doubleValue());
        });
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
