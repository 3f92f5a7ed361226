package dev.payonce.gateway;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Where the gateway is, and how long and how often it may be asked. */
@ConfigMapping(prefix = "payonce.gateway")
public interface GatewayConfig {

    String TIMEOUT = "5S";
    String MAX_DELAY = "60S";

    /** Base address, such as {@code https://gateway.example/v1}. */
    URI url();

    /** The header {@code Authorization} of each call; none without it. A secret. */
    Optional<String> authorization();

    /** From the open connection to the whole answer; after it the result is unknown. */
    @WithDefault(TIMEOUT)
    @SomeTime
    Duration timeout();

    /** The gateway's own time limit: a charge that it does not know by then will not come. Longer than the time-out. */
    @WithDefault(MAX_DELAY)
    @SomeTime
    Duration maxDelay();

    /** Whether the gateway answers a repeated key with the first result; otherwise nothing is ever sent again. */
    @WithDefault("true")
    boolean honoursKeys();

    /** A connection that is not open by then never will be: refused, for nothing was sent. */
    @WithDefault("2S")
    @SomeTime
    Duration connectTimeout();

    /** Payments of this instance that may be at the gateway at once. */
    @WithDefault("100")
    @Positive
    int maxConcurrent();

    /** Of these, the ones that no caller waits for: payments accepted for later, and look-ups. */
    @WithDefault("50")
    @Positive
    int maxBackground();

    /** Payments of this instance that may wait for their turn; the next one is told that we are overloaded. */
    @WithDefault("1000")
    int maxWaiting();

    /** {@code whsec_} and base64: the secret with which the gateway signs its events (Standard Webhooks). */
    String webhookSecret();

    /** The secret before the last rotation, still accepted. */
    Optional<String> previousWebhookSecret();

    /** How far the time of an event may be from ours, either way. */
    @WithDefault("5M")
    Duration eventTolerance();

    /** An answer longer than this is not a gateway's. */
    @WithDefault("65536")
    @Positive
    int maxAnswerBytes();
}
