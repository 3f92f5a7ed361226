package dev.payonce.console;

import io.smallrye.health.SmallRyeHealth;
import io.smallrye.health.SmallRyeHealthReporter;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.JsonObject;
import java.util.Comparator;
import java.util.List;

/** Asks the checks of {@code /q/health/ready}, which write a probe to each store. */
@ApplicationScoped
class StoreChecks {

    /** Quarkus's own: about this instance, not about what it reaches. */
    private static final String STOPPING = "Graceful Shutdown";

    private final SmallRyeHealthReporter health;

    StoreChecks(SmallRyeHealthReporter health) {
        this.health = health;
    }

    Uni<List<StoreCheck>> run() {
        return health.getReadinessAsync().map(SmallRyeHealth::getPayload).map(StoreChecks::read);
    }

    private static List<StoreCheck> read(JsonObject payload) {
        return payload.getJsonArray("checks").getValuesAs(JsonObject.class).stream()
                .map(check -> new StoreCheck(check.getString("name"), "UP".equals(check.getString("status"))))
                .filter(check -> !check.name().equals(STOPPING))
                .sorted(Comparator.comparing(StoreCheck::name))
                .toList();
    }
}
