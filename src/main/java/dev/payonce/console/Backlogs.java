package dev.payonce.console;

import dev.payonce.store.StoreFault;
import dev.payonce.store.Transactions;
import dev.payonce.store.Work;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Counts what waits in MySQL, in one statement: each part reads the beginning of an index, and no further than the limit. */
@ApplicationScoped
class Backlogs {

    /** A test holds each part to its index; one is named, for MySQL would rather sort all of another one. */
    static final String COUNT =
            """
            select name, count, timestampdiff(microsecond, oldest, utc_timestamp(6)) / 1e6 from (
              select 'open' as name, count(*) as count, min(created_at) as oldest from (
                select created_at from payment
                where status = 'PROCESSING' order by created_at limit :most) p
              union all
              select 'recovering', count(*), min(created_at) from (
                select created_at from (
                  select created_at, unknown_reason from payment
                  where status = 'PROCESSING' order by created_at limit :most) p
                where unknown_reason is not null) r
              union all
              select 'buffer', count(*), null from (
                select 1 from payment
                where status = 'PROCESSING' and for_later = true limit :most) b
              union all
              select 'outbox', count(*), min(created_at) from (
                select created_at from outbox_event
                where addressed = false order by seq limit :most) o
              union all
              select 'deliveries', count(*), min(created_at) from (
                select created_at from event_delivery force index (ix_delivery_status)
                where status = 'PENDING' order by id limit :most) d
              union all
              select 'givenUpDeliveries', count(*), min(created_at) from (
                select created_at from event_delivery force index (ix_delivery_status)
                where status = 'FAILED' order by id limit :most) f
              union all
              select 'refunds', count(*), min(created_at) from (
                select created_at from refund
                where status = 'PROCESSING' order by id limit :most) g
              union all
              select 'givenUpRefunds', count(*), min(created_at) from (
                select created_at from refund
                where unknown_reason = 'given_up' order by id limit :most) h
              union all
              select 'deadLetters', count(*), min(first_seen_at) from (
                select first_seen_at from dead_letter
                where status = 'DEAD' order by id limit :most) l) counted""";

    private final Transactions transactions;
    private final EntityManager store;
    private final ConsoleConfig config;

    Backlogs(Transactions transactions, EntityManager store, ConsoleConfig config) {
        this.transactions = transactions;
        this.store = store;
        this.config = config;
    }

    /** Empty while MySQL is away. */
    Uni<Optional<Map<String, Backlog>>> count() {
        return Work.onWorker(() -> Optional.of(counted()))
                .onFailure(StoreFault.class)
                .recoverWithItem(Backlogs::away);
    }

    private static Optional<Map<String, Backlog>> away(Throwable fault) {
        Log.debugf("not counted: %s", fault.getMessage());
        return Optional.empty();
    }

    private Map<String, Backlog> counted() {
        List<?> rows = transactions.read(() -> store.createNativeQuery(COUNT)
                .setParameter("most", config.countLimit())
                .getResultList());
        return rows.stream()
                .map(Object[].class::cast)
                .collect(Collectors.toMap(row -> (String) row[0], row -> backlog((Number) row[1], (Number) row[2])));
    }

    private static Backlog backlog(Number count, Number oldest) {
        return new Backlog(count.longValue(), oldest == null ? null : Math.max(0, oldest.doubleValue()));
    }
}
