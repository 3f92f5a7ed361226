package dev.payonce.sandbox;

import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Puts the gateway under {@code /sandbox/gateway} of the service, where the sandbox is on. */
@ApplicationScoped
class SandboxMount {

    private static final List<String> HARMLESS_PROFILES = List.of("demo", "dev", "test");

    private final SandboxConfig config;
    private final Vertx vertx;
    private final Clock clock;
    private Optional<SandboxLedger> ledger = Optional.empty();

    SandboxMount(SandboxConfig config, Vertx vertx, Clock clock) {
        this.config = config;
        this.vertx = vertx;
        this.clock = clock;
    }

    void mount(@Observes Router router) {
        if (!config.enabled()) {
            return;
        }
        if (HARMLESS_PROFILES.stream().noneMatch(ConfigUtils::isProfileActive)) {
            Log.warn("THE SANDBOX IS ON (payonce.sandbox.enabled): anyone who reaches this service can sign in as"
                    + " anyone, and change how its sandbox gateway charges. Never with real orders or a real gateway.");
        }
        SandboxLedger opened = SandboxLedger.open(config.ledger(), clock);
        ledger = Optional.of(opened);
        new SandboxGateway(vertx, opened).mount(router, "/sandbox/gateway");
    }

    void close(@Observes ShutdownEvent stopping) {
        ledger.ifPresent(SandboxLedger::close);
    }
}
