package dev.payonce.health;

import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.redis.datasource.value.ValueCommands;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready when Redis takes a write: one that is full, or has become a replica, still answers reads. */
@Readiness
@ApplicationScoped
class RedisReadiness implements HealthCheck {

    private static final String KEY = "payonce:ready";
    private static final long SECONDS_KEPT = 60;

    private final ValueCommands<String, String> redis;

    RedisReadiness(RedisDataSource redis) {
        this.redis = redis.value(String.class);
    }

    /** Given up by {@code quarkus.redis.timeout}. */
    @Override
    public HealthCheckResponse call() {
        try {
            redis.setex(KEY, SECONDS_KEPT, "1");
            return HealthCheckResponse.up("Redis");
        } catch (RuntimeException away) {
            return HealthCheckResponse.down("Redis");
        }
    }
}
