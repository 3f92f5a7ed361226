package dev.payonce.health;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when MySQL takes a write: one that has become a replica, or whose disk is full, still answers reads. */
@Readiness
@ApplicationScoped
class MysqlReadiness implements HealthCheck {

    private static final String PROBE = "insert into readiness_probe (id, at) values (1, utc_timestamp(6))"
            + " on duplicate key update at = utc_timestamp(6)";

    private final AgroalDataSource mysql;

    MysqlReadiness(AgroalDataSource mysql) {
        this.mysql = mysql;
    }

    /** Given up by the pool's and the driver's own time-outs. */
    @Override
    public HealthCheckResponse call() {
        try (var connection = mysql.getConnection();
                var statement = connection.createStatement()) {
            statement.executeUpdate(PROBE);
            return HealthCheckResponse.up("MySQL");
        } catch (SQLException away) {
            return HealthCheckResponse.named("MySQL")
                    .down()
                    .withData("code", away.getErrorCode())
                    .build();
        }
    }
}
