package dev.payonce.payment;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** How a duplicate waits for the request that is at work with its token: on a timer, never on a thread. */
@ApplicationScoped
class TwinWait {

    private final PayConfig config;
    private final Clock clock;

    TwinWait(PayConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    boolean isOver(Attempt attempt) {
        Duration waited = Duration.between(attempt.startedAt(), now());
        return waited.compareTo(config.waitForTwin()) >= 0;
    }

    Uni<Void> pause() {
        return Uni.createFrom().voidItem().onItem().delayIt().by(config.lookEvery());
    }
}
