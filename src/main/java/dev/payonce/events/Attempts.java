package dev.payonce.events;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;

/** The table {@code event_attempt}: when each delivery was tried, and how that went. */
@ApplicationScoped
class Attempts {

    private static final String ADD =
            """
            insert into event_attempt (delivery_id, attempt, at, result, millis)
            values (:delivery, :attempt, utc_timestamp(6) - interval :millis * 1000 microsecond, :result, :millis)""";

    private final EntityManager store;

    Attempts(EntityManager store) {
        this.store = store;
    }

    void add(Ended ended) {
        store.createNativeQuery(ADD)
                .setParameter("delivery", ended.task().id().value())
                .setParameter("attempt", ended.task().attempt())
                .setParameter("result", ended.told().result())
                .setParameter("millis", (int) ended.took().toMillis())
                .executeUpdate();
    }
}
