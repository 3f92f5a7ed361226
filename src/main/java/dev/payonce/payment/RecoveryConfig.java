package dev.payonce.payment;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** When a payment that nobody has settled is looked after. */
@ConfigMapping(prefix = "payonce.recovery")
public interface RecoveryConfig {

    /** A payment open for longer has lost its request; longer than a gateway call may take. */
    @WithDefault("15S")
    Duration after();
}
