package dev.payonce.token;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** The token's life and its secrets. */
@ConfigMapping(prefix = "payonce.token")
public interface TokenConfig {

    /** How long a payment may start with a token; never longer than the order lives. */
    @WithDefault("15M")
    @SomeTime
    Duration ttl();

    /** At least 32 bytes; the same on every instance. */
    String secret();

    /** The secret before the last rotation: its tokens are accepted, none is signed with it. */
    Optional<String> previousSecret();

    /** The strict reading "not in Redis, not valid": without it MySQL guards tokens that Redis lost. */
    @WithDefault("false")
    boolean requireRedis();
}
