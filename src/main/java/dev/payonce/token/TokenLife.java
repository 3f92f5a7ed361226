package dev.payonce.token;

import java.time.Duration;
import java.time.Instant;

/** How long a token lives, by the clock of the store that keeps it. */
public record TokenLife(Instant expiresAt, Duration remaining) {

    /** By the clock of MySQL, where Redis is away. */
    public static TokenLife from(Instant now, Duration ttl, Instant latest) {
        Instant end = now.plus(ttl);
        Instant expiresAt = Instant.ofEpochMilli((end.isBefore(latest) ? end : latest).toEpochMilli());
        return new TokenLife(expiresAt, Duration.between(now, expiresAt));
    }
}
