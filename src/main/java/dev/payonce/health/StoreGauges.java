package dev.payonce.health;

import io.agroal.api.AgroalDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What lies in MySQL, as metrics. Counted now and then, so that a scrape never waits for a store; not a number while MySQL is away. */
@ApplicationScoped
class StoreGauges {

    private static final String COUNT = "select (select count(*) from payment where status = 'PROCESSING'),"
            + " (select count(*) from idempotency_record),"
            + " (select count(*) from payment where status = 'PROCESSING' and for_later = true)";

    private final AgroalDataSource mysql;
    private volatile double processing = Double.NaN;
    private volatile double keys = Double.NaN;
    private volatile double buffered = Double.NaN;

    StoreGauges(AgroalDataSource mysql, MeterRegistry meters) {
        this.mysql = mysql;
        meters.gauge("payonce.processing.payments", this, gauges -> gauges.processing);
        meters.gauge("payonce.idempotency.records", this, gauges -> gauges.keys);
        meters.gauge("payonce.buffer.depth", this, gauges -> gauges.buffered);
    }

    /** Reads an index from end to end: often enough to see a queue grow, seldom enough to cost nothing. */
    @Scheduled(every = "${payonce.metrics.every:30S}", concurrentExecution = ConcurrentExecution.SKIP)
    void count() {
        try (var connection = mysql.getConnection();
                var statement = connection.createStatement();
                ResultSet counts = statement.executeQuery(COUNT)) {
            counts.next();
            processing = counts.getLong(1);
            keys = counts.getLong(2);
            buffered = counts.getLong(3);
        } catch (SQLException away) {
            Log.debugf("not counted: %s", away.getMessage());
            processing = Double.NaN;
            keys = Double.NaN;
            buffered = Double.NaN;
        }
    }
}
