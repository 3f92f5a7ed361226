package dev.payonce.events;

import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells brokers, for as long as it takes: a broker that is away for a week is told all of it. */
@ApplicationScoped
class BrokerChannel implements Channel {

    private static final double GROWTH = 2;

    private final List<EventPublisher> publishers;
    private final Brokers brokers;
    private final Pace pace;

    BrokerChannel(@All List<EventPublisher> publishers, Brokers brokers, OutboxConfig config) {
        this.publishers = publishers;
        this.brokers = brokers;
        this.pace = new Pace(
                config.brokerAtOnce(),
                config.publishTimeout(),
                config.lease(),
                config.firstRetry(),
                GROWTH,
                config.maxRetry(),
                Optional.empty(),
                false);
    }

    @Override
    public List<Address> addresses() {
        return brokers.known().stream()
                .map(broker -> new Address(broker, Set.of()))
                .toList();
    }

    @Override
    public Optional<Teller> teller(String receiver) {
        return publishers.stream()
                .filter(publisher -> publisher.isOn() && publisher.name().equals(receiver))
                .findFirst()
                .map(publisher -> event -> publisher.publish(event).replaceWith(Told.acknowledged("acknowledged")));
    }

    @Override
    public Pace pace() {
        return pace;
    }
}
