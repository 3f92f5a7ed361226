package dev.payonce.limit;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.PositiveOrZero;

/** How often something may be done; 0 switches a limit off. A merchant is exempt from those per caller. */
@ConfigMapping(prefix = "payonce.limits")
interface LimitConfig {

    @WithDefault("120")
    @PositiveOrZero
    int tokensPerCallerPerMinute();

    @WithDefault("30")
    @PositiveOrZero
    int tokensPerOrderPerMinute();

    /** Who tries stolen cards meets many declines. */
    @WithDefault("20")
    @PositiveOrZero
    int declinesPerCallerPerHour();

    /** Counted by each instance for itself: a forged token is not to cost a store anything. */
    @WithDefault("60")
    @PositiveOrZero
    int rejectedTokensPerAddressPerMinute();

    /** How many counters an instance keeps, at most: those used up, and all of them while Redis is away. */
    @WithDefault("100000")
    @PositiveOrZero
    int countersInMemory();
}
