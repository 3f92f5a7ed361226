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
    private final Duration patience;
    private final Clock clock;

    TwinWait(PayConfig config, RecoveryConfig recovery, Clock clock) {
        this.config = config;
        this.patience = recovery.after();
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    boolean isOver(Attempt attempt) {
        Duration waited = Duration.between(attempt.startedAt(), now());
        return waited.compareTo(config.waitForTwin()) >= 0;
    }

    /** Whether so much time has gone since the payment was opened that recovery may be at work with it. */
    boolean isHeldUp(Instant openedAt) {
        return Duration.between(openedAt, now()).compareTo(patience) >= 0;
    }

    Uni<Void> pause() {
        return Uni.createFrom().voidItem().onItem().delayIt().by(config.lookEvery());
    }
}
