package dev.payonce.messaging;

import io.quarkus.arc.All;
import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.health.api.HealthRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Starts the consumers that are switched on, shows in readiness whether they consume, and stops them first of all. */
@ApplicationScoped
class Consumers {

    private final List<BrokerBinding> bindings;
    private final HealthRegistry readiness;
    private final MessagingConfig config;
    private final RocketConfig rocket;
    private final List<Supervisor> supervisors = new ArrayList<>();

    Consumers(
            @All List<BrokerBinding> bindings,
            @Readiness HealthRegistry readiness,
            MessagingConfig config,
            RocketConfig rocket) {
        this.bindings = bindings;
        this.readiness = readiness;
        this.config = config;
        this.rocket = rocket;
    }

    void start(@Observes StartupEvent start) {
        requireClient();
        bindings.stream().filter(BrokerBinding::isOn).forEach(this::start);
    }

    private void requireClient() {
        boolean isThere = bindings.stream().anyMatch(binding -> binding.name().equals(RocketConfig.NAME));
        if (rocket.enabled() && !isThere) {
            throw new IllegalStateException("payonce.messaging.rocketmq.enabled: this build has no client for RocketMQ;"
                    + " build with mvn package -Procketmq");
        }
    }

    private void start(BrokerBinding binding) {
        List<Supervisor> ours = IntStream.range(0, binding.consumers())
                .mapToObj(i -> new Supervisor(binding.name() + "-" + i, config, binding::consume))
                .toList();
        supervisors.addAll(ours);
        String check = "messages from " + binding.name();
        readiness.register(check, () -> health(check, ours));
        ours.forEach(Supervisor::start);
        Log.infof("Messages are taken from %s", binding.name());
    }

    /** "Connected" is not "consuming": what counts is that the broker has all consumers of ours. */
    private HealthCheckResponse health(String check, List<Supervisor> ours) {
        return HealthCheckResponse.named(check)
                .status(ours.stream().noneMatch(one -> one.isSilentFor(config.unreadyAfter())))
                .build();
    }

    /** Not fired where no delay is configured. */
    void stopEarly(@Observes ShutdownDelayInitiatedEvent delay) {
        supervisors.forEach(Supervisor::stop);
    }

    void stop(@Observes ShutdownEvent shutdown) {
        supervisors.forEach(Supervisor::stop);
        supervisors.forEach(one -> one.awaitEnd(config.farewell()));
    }
}
