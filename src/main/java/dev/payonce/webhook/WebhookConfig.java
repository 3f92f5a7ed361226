package dev.payonce.webhook;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** How webhook endpoints are told, and how many there may be. */
@ConfigMapping(prefix = "payonce.webhooks")
interface WebhookConfig {

    /** For trying it out: http and addresses of this machine or network are allowed, too. Never in production. */
    @WithDefault("false")
    boolean allowLocalTargets();

    /** Each of them is told every event, so each costs. */
    @WithDefault("10")
    int endpointsPerMerchant();

    /** From looking up the name to the head of the answer; a receiver should acknowledge first and work afterwards. */
    @WithDefault("10S")
    @SomeTime
    Duration timeout();

    /** A receiver that cannot be reached is known to be so earlier. */
    @WithDefault("3S")
    @SomeTime
    Duration connectTimeout();

    /** How long a delivery is left to the instance that took it; longer than the time-out. */
    @WithDefault("20S")
    @SomeTime
    Duration lease();

    /** Deliveries to one endpoint that an instance has at work at once: a slow one takes no more of it than that. */
    @WithDefault("5")
    @Positive
    int atOnce();

    /** An answer's body is read up to here and thrown away, so that its connection can be used again. */
    @WithDefault("65536")
    @Positive
    int maxAnswerBytes();

    /** The pause after the first failure; each further one is three times as long: 10 s, 30 s, 90 s ... */
    @WithDefault("10S")
    @SomeTime
    Duration firstRetry();

    /** ... up to this. */
    @WithDefault("8H")
    @SomeTime
    Duration maxRetry();

    /** A weekend: then the delivery is given up, and can be sent again by hand. */
    @WithDefault("3D")
    @SomeTime
    Duration giveUpAfter();

    /** How long the secret before a rotation signs, too. */
    @WithDefault("24H")
    Duration rotationOverlap();

    /**
     * Secrets of an endpoint that sign at once: the newest, and those before it whose overlap has not ended. A merchant who gets
     * no answer rotates again, and ends none of them by it.
     */
    @WithDefault("5")
    @Positive
    int secretsAtOnce();
}
