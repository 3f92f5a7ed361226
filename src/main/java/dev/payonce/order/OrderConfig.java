package dev.payonce.order;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long orders live. */
@ConfigMapping(prefix = "payonce.order")
interface OrderConfig {

    /** A new order can be paid for this long: time to find a card, short enough not to keep goods from others. */
    @WithDefault("30M")
    @SomeTime
    Duration lifetime();
}
