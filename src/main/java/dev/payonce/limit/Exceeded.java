package dev.payonce.limit;

import java.time.Duration;

/** @param retryAfter when the window ends and uses are counted anew */
public record Exceeded(Limit limit, Duration retryAfter) {}
