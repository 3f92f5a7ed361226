package dev.payonce.audit;

import dev.payonce.value.SomeTime;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import java.time.Duration;

/** How entries of the audit come into MySQL. */
@ConfigMapping(prefix = "payonce.audit")
interface AuditConfig {

    /** How often what MySQL did not take is tried again, and refusals are looked at whose time is over. */
    @WithDefault("1S")
    @SomeTime
    Duration every();

    /** How long the writer waits for more entries before each statement: their cost is that of its commit. */
    @WithDefault("20MS")
    Duration gather();

    /** Entries of one statement. */
    @WithDefault("100")
    @Positive
    @Max(1000)
    int batch();

    /** Entries that wait for MySQL; those above are lost, which is counted and logged: payments do not wait for them. */
    @WithDefault("10000")
    @Positive
    int maxWaiting();

    /** Of a caller's refusals the first is kept at once, and the others of this time as one. */
    @WithDefault("1M")
    @SomeTime
    Duration refusalsAsOne();

    /** Callers whose refusals are counted at a time; those of others are lost. */
    @WithDefault("10000")
    @Positive
    int maxRefusedCallers();
}
