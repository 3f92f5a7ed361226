package dev.payonce.lab;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/**
 * A storm that is asked for.
 *
 * @param callers how many ask at once, 2 or more; the most is configured
 * @param gatewayDelayMillis how long the lab's gateway takes for a charge; the most is configured
 */
record LabRunRequest(
        @NotNull PatternName pattern,
        @Min(value = 2, message = "must be 2 or more") int callers,
        @Min(value = 0, message = "must be 0 or more") int gatewayDelayMillis,
        @NotNull Fault fault) {}
