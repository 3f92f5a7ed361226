package dev.payonce.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.time.Instant;
import org.hibernate.query.NativeQuery;

/** MySQL's clock, in UTC: it decides deadlines, for instances' own clocks differ. One statement per reading. */
@ApplicationScoped
public class StoreClock {

    private final EntityManager store;

    StoreClock(EntityManager store) {
        this.store = store;
    }

    public Instant now() {
        NativeQuery<?> query =
                store.createNativeQuery("select utc_timestamp(6) as at").unwrap(NativeQuery.class);
        return (Instant) query.addScalar("at", Instant.class).getSingleResult();
    }
}
