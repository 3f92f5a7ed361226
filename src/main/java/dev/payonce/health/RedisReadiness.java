package dev.payonce.health;

import dev.payonce.store.Redis;
import dev.payonce.store.RedisAway;
import dev.payonce.store.RedisScript;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready when Redis takes a write by a script: one that is full, or has become a replica, still answers reads. Not while its
 * circuit is open: no caller would get through either.
 */
@Readiness
@ApplicationScoped
class RedisReadiness implements AsyncHealthCheck {

    private static final RedisScript PROBE = RedisScript.load("probe");
    private static final String KEY = "payonce:ready";
    private static final String SECONDS_KEPT = "60";

    private final Redis redis;

    RedisReadiness(Redis redis) {
        this.redis = redis;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return redis.run(PROBE, List.of(KEY), SECONDS_KEPT)
                .map(stored -> HealthCheckResponse.up("Redis"))
                .onFailure(RedisAway.class)
                .recoverWithItem(HealthCheckResponse.down("Redis"));
    }
}
