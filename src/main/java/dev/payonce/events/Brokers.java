package dev.payonce.events;

import dev.payonce.store.RetentionConfig;
import dev.payonce.store.Transactions;
import io.quarkus.arc.All;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The brokers that some instance has switched on, in the table {@code event_receiver}: an instance without one still
 * addresses events to it. A broker that nobody has had on for {@code payonce.retention.outbox} is none any more.
 */
@ApplicationScoped
class Brokers {

    private static final String ANNOUNCE =
            """
            insert into event_receiver (name, seen_at) values (:name, utc_timestamp(6))
            on duplicate key update seen_at = utc_timestamp(6)""";

    private static final String KNOWN =
            "select name from event_receiver where seen_at >= date_sub(utc_timestamp(6), interval :seconds second)";

    private static final String FORGOTTEN =
            "select name from event_receiver where seen_at < date_sub(utc_timestamp(6), interval :seconds second)";

    /** So many in a row may be missed, whatever the retention, before a broker counts as switched off. */
    private static final int ANNOUNCEMENTS = 10;

    private final Transactions transactions;
    private final EntityManager store;
    private final List<EventPublisher> publishers;
    private final Duration retention;

    Brokers(
            Transactions transactions,
            EntityManager store,
            @All List<EventPublisher> publishers,
            RetentionConfig retention,
            OutboxConfig config) {
        this.transactions = transactions;
        this.store = store;
        this.publishers = publishers;
        this.retention = longer(retention.outbox(), config.announceEvery().multipliedBy(ANNOUNCEMENTS));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    @Scheduled(identity = "outbox-brokers", every = "${payonce.outbox.announce-every}")
    void announce() {
        ours().forEach(name -> transactions.inNew(() ->
                store.createNativeQuery(ANNOUNCE).setParameter("name", name).executeUpdate()));
    }

    /** This instance's own are known, however long it is since anybody has run. */
    List<String> known() {
        return Stream.concat(ours(), names(KNOWN)).distinct().toList();
    }

    List<String> forgotten() {
        Set<String> ours = ours().collect(Collectors.toSet());
        return names(FORGOTTEN).filter(name -> !ours.contains(name)).toList();
    }

    private Stream<String> ours() {
        return publishers.stream().filter(EventPublisher::isOn).map(EventPublisher::name);
    }

    private Stream<String> names(String query) {
        List<?> names = store.createNativeQuery(query)
                .setParameter("seconds", retention.toSeconds())
                .getResultList();
        return names.stream().map(String.class::cast);
    }
}
