package dev.payonce.payment;

import dev.payonce.gateway.GatewayConfig;
import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** When a payment that nobody has settled is looked after. */
@ConfigMapping(prefix = "payonce.recovery")
public interface RecoveryConfig {

    /** A payment open for longer has lost its request; longer than a gateway call may take. No call leaves later. */
    @WithDefault("15S")
    @SomeTime
    Duration after();

    /** How often the job looks for payments that are due; also the first interval between two look-ups of one. */
    @WithDefault("5S")
    @SomeTime
    Duration every();

    /** The intervals between look-ups of one payment double up to this. */
    @WithDefault("30S")
    @SomeTime
    Duration maxInterval();

    /** How long a payment that was closed as lost is still looked up, for its charge may turn up. */
    @WithDefault("24H")
    Duration lostWatch();

    /** Meanwhile it is looked up the more seldom the longer ago it was closed, but at least so often. */
    @WithDefault("15M")
    @SomeTime
    Duration maxWatchInterval();

    /** How many due payments are taken at once. */
    @WithDefault("50")
    @Positive
    int batch();

    /**
     * How long after a call was written down the gateway may still come to know of it: it leaves before {@link #after} or not
     * at all, is connected within its time, and taken within the gateway's own.
     */
    default Duration lastArrival(GatewayConfig gateway) {
        return after().plus(gateway.connectTimeout()).plus(gateway.maxDelay());
    }

    /**
     * The interval while one is watched that was closed so long ago: an eighth of that, for a gateway's long failure leaves
     * many, and those that are open must not queue up behind them.
     */
    default Duration watchInterval(Duration closedFor) {
        Duration eighth = closedFor.dividedBy(8);
        return shorter(maxWatchInterval(), eighth.compareTo(maxInterval()) < 0 ? maxInterval() : eighth);
    }

    /** The interval after so many look-ups. */
    default Duration interval(int checks) {
        return shorter(every().multipliedBy(1L << Math.min(checks, 16)), maxInterval());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
