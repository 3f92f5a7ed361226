package dev.payonce.health;

import dev.payonce.store.StoreFault;
import dev.payonce.store.StoreFault.Kind;
import dev.payonce.store.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready when MySQL takes a write: one that has become a replica, or whose disk is full, still answers reads. Not while its
 * circuit is open: no caller would get through either.
 */
@Readiness
@ApplicationScoped
class MysqlReadiness implements HealthCheck {

    private static final String PROBE = "insert into readiness_probe (id, at) values (:row, utc_timestamp(6))"
            + " on duplicate key update at = utc_timestamp(6)";

    private static final int ROWS = 1000;

    private static final Set<Kind> ANSWERS = Set.of(Kind.ROW_BUSY, Kind.LOST_RACE);

    private final Transactions transactions;
    private final EntityManager store;

    /** Nearly an instance's own: one that froze in its probe holds its row for a while. */
    private final int row = ThreadLocalRandom.current().nextInt(ROWS);

    MysqlReadiness(Transactions transactions, EntityManager store) {
        this.transactions = transactions;
        this.store = store;
    }

    @Override
    public HealthCheckResponse call() {
        try {
            transactions.inNew(() ->
                    store.createNativeQuery(PROBE).setParameter("row", row).executeUpdate());
            return HealthCheckResponse.up("MySQL");
        } catch (StoreFault fault) {
            // it is MySQL that says so, of a row that another instance holds
            return ANSWERS.contains(fault.kind()) ? HealthCheckResponse.up("MySQL") : down(fault.kind());
        }
    }

    private static HealthCheckResponse down(Kind fault) {
        return HealthCheckResponse.named("MySQL")
                .down()
                .withData("fault", fault.toString())
                .build();
    }
}
