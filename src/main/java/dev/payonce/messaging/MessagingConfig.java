package dev.payonce.messaging;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** How messages come and go, whichever broker brings them. */
@ConfigMapping(prefix = "payonce.messaging")
interface MessagingConfig {

    /** The queue or topic that commands come in by. */
    @WithDefault("payonce-commands")
    String commands();

    /** The queue or topic that gets a copy of what cannot be handled; the original is kept in MySQL. */
    @WithDefault("payonce-dead-letters")
    String deadLetters();

    /** The queue, topic or exchange that events go out by. */
    @WithDefault("payonce-events")
    String events();

    /** Under this name the inbox keeps what has been handled: the same for all instances and all brokers. */
    @WithDefault("payonce")
    @Pattern(regexp = "[!-~]{1,64}", message = "must be 1 to 64 visible characters of ASCII")
    String consumer();

    /** A longer message is a dead letter of which only the beginning is kept. */
    @WithDefault("65536")
    @Positive
    int maxBytes();

    /** For the end of a payment, longer than the gateway and MySQL may take together; then it is left to recovery. */
    @WithDefault("30S")
    @SomeTime
    Duration patience();

    /** Tries of a delivery whose fault seems to pass; while MySQL is away tries do not count. */
    @WithDefault("8")
    @Positive
    int attempts();

    /** The pause before the second try; it doubles with each. */
    @WithDefault("250MS")
    @SomeTime
    Duration firstPause();

    /** The longest pause: also how soon work goes on when MySQL is back. */
    @WithDefault("5S")
    @SomeTime
    Duration maxPause();

    /** A consumer that does not consume for so long makes the instance unready; it tries to come back all the time. */
    @WithDefault("15S")
    Duration unreadyAfter();

    /** How long messages in work are waited for when the service stops; then they are given back. */
    @WithDefault("6S")
    Duration farewell();

    /** The pause after so many tries. */
    default Duration pause(int tries) {
        Duration doubled = firstPause().multipliedBy(1L << Math.min(tries - 1, 16));
        return doubled.compareTo(maxPause()) < 0 ? doubled : maxPause();
    }
}
