package dev.payonce.messaging;

import io.quarkus.arc.All;
import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.health.api.HealthRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Starts the consumers that are switched on, shows in readiness whether they consume, and stops them first of all. */
@ApplicationScoped
class Consumers {

    private final List<BrokerConsumer> all;
    private final HealthRegistry readiness;
    private final MessagingConfig config;
    private final RocketConfig rocket;

    Consumers(
            @All List<BrokerConsumer> all,
            @Readiness HealthRegistry readiness,
            MessagingConfig config,
            RocketConfig rocket) {
        this.all = all;
        this.readiness = readiness;
        this.config = config;
        this.rocket = rocket;
    }

    void start(@Observes StartupEvent start) {
        if (rocket.enabled()
                && all.stream().noneMatch(consumer -> consumer.name().equals(RocketConfig.NAME))) {
            throw new IllegalStateException("payonce.messaging.rocketmq.enabled: this build has no client for RocketMQ;"
                    + " build with mvn package -Procketmq");
        }
        on().forEach(consumer -> {
            readiness.register("messages from " + consumer.name(), () -> health(consumer));
            consumer.start();
            Log.infof("Messages are taken from %s", consumer.name());
        });
    }

    /** "Connected" is not "consuming": what counts is that the broker has a consumer of ours. */
    private HealthCheckResponse health(BrokerConsumer consumer) {
        return HealthCheckResponse.named("messages from " + consumer.name())
                .status(!consumer.isSilentFor(config.unreadyAfter()))
                .build();
    }

    /** Not fired where no delay is configured. */
    void stopEarly(@Observes ShutdownDelayInitiatedEvent delay) {
        on().forEach(BrokerConsumer::stop);
    }

    void stop(@Observes ShutdownEvent shutdown) {
        on().forEach(BrokerConsumer::stop);
        on().forEach(consumer -> consumer.awaitEnd(config.farewell()));
    }

    private List<BrokerConsumer> on() {
        return all.stream().filter(BrokerConsumer::isOn).toList();
    }
}
