package dev.payonce.events;

import dev.payonce.store.Chore;
import dev.payonce.store.RetentionConfig;
import dev.payonce.store.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.List;

/** Puts away what has been told long ago; never what somebody is still to be told. Each call is one small batch. */
@ApplicationScoped
class ForgetEvents {

    /** Locked, for a delivery may be sent again while this looks. */
    private static final String OLD_DELIVERIES =
            """
            select id from event_delivery where ended_at < date_sub(utc_timestamp(6), interval :seconds second)
            order by ended_at limit :rows for update skip locked""";

    private static final String OLD_EVENTS =
            """
            select id from outbox_event e
            where created_at < date_sub(utc_timestamp(6), interval :seconds second) and addressed
            and not exists (select 1 from event_delivery d where d.event_id = e.id)
            order by created_at limit :rows""";

    private static final String UNWANTED =
            """
            select id from event_delivery where receiver = :receiver and status = 'PENDING'
            limit :rows for update skip locked""";

    private final Transactions transactions;
    private final EntityManager store;
    private final Brokers brokers;
    private final Duration retention;

    ForgetEvents(Transactions transactions, EntityManager store, Brokers brokers, RetentionConfig retention) {
        this.transactions = transactions;
        this.store = store;
        this.brokers = brokers;
        this.retention = retention.outbox();
    }

    @Produces
    Chore brokersToForget() {
        return new Chore("forgetting of brokers that are gone", this::ofForgottenBrokers);
    }

    @Produces
    Chore deliveriesToForget() {
        return new Chore("forgetting of old deliveries", this::deliveries);
    }

    @Produces
    Chore eventsToForget() {
        return new Chore("forgetting of old events", this::events);
    }

    /** Deliveries, with their attempts, that ended more than {@code payonce.retention.outbox} ago; answers how many. Blocks. */
    int deliveries(int limit) {
        return transactions.inNew(() -> forgetDeliveries(ids(old(OLD_DELIVERIES), limit)));
    }

    /** Events that are older, once none of their deliveries is left; answers how many. Blocks. */
    int events(int limit) {
        return transactions.inNew(
                () -> delete("delete from outbox_event where id in :ids", ids(old(OLD_EVENTS), limit)));
    }

    /** What brokers were to be told that nobody has had switched on for as long; answers how many. Blocks. */
    int ofForgottenBrokers(int limit) {
        return transactions.inNew(() -> brokers.forgotten().stream()
                .mapToInt(broker -> forgetDeliveries(
                        ids(store.createNativeQuery(UNWANTED).setParameter("receiver", broker), limit)))
                .sum());
    }

    private Query old(String query) {
        return store.createNativeQuery(query).setParameter("seconds", retention.toSeconds());
    }

    private static List<?> ids(Query query, int limit) {
        return query.setParameter("rows", limit).getResultList();
    }

    private int forgetDeliveries(List<?> ids) {
        delete("delete from event_attempt where delivery_id in :ids", ids);
        return delete("delete from event_delivery where id in :ids", ids);
    }

    private int delete(String statement, List<?> ids) {
        return ids.isEmpty()
                ? 0
                : store.createNativeQuery(statement).setParameter("ids", ids).executeUpdate();
    }
}
