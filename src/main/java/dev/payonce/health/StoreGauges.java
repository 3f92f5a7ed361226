package dev.payonce.health;

import dev.payonce.store.MetricsConfig;
import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What lies in MySQL, as metrics. Counted now and then, so that a scrape never waits for a store, and no further than a
 * limit, for a full table is when they are wanted; not a number while MySQL is away.
 */
@ApplicationScoped
class StoreGauges {

    private static final String PROCESSING =
            "select count(*) from (select 1 from payment where status = 'PROCESSING' limit ?) p";

    private static final String KEYS = "select count(*) from (select 1 from idempotency_record limit ?) k";

    private static final String BUFFERED = "select count(*) from ("
            + "select 1 from payment where status = 'PROCESSING' and for_later = true limit ?) b";

    private final AgroalDataSource mysql;
    private final int countLimit;
    private volatile double processing = Double.NaN;
    private volatile double keys = Double.NaN;
    private volatile double buffered = Double.NaN;

    StoreGauges(AgroalDataSource mysql, MeterRegistry meters, MetricsConfig config) {
        this.mysql = mysql;
        this.countLimit = config.countLimit();
        meters.gauge("payonce.processing.payments", this, gauges -> gauges.processing);
        meters.gauge("payonce.idempotency.records", this, gauges -> gauges.keys);
        meters.gauge("payonce.buffer.depth", this, gauges -> gauges.buffered);
    }

    /** Each by itself: one that takes too long leaves the others. */
    @Scheduled(every = "${payonce.metrics.every}", concurrentExecution = ConcurrentExecution.SKIP)
    void count() {
        processing = counted(PROCESSING);
        keys = counted(KEYS);
        buffered = counted(BUFFERED);
    }

    private double counted(String query) {
        try (var connection = mysql.getConnection();
                var statement = connection.prepareStatement(query)) {
            statement.setInt(1, countLimit);
            try (ResultSet count = statement.executeQuery()) {
                count.next();
                return count.getLong(1);
            }
        } catch (SQLException away) {
            Log.debugf("not counted: %s", away.getMessage());
            return Double.NaN;
        }
    }
}
