package dev.payonce.limit;

import java.time.Duration;
import java.util.Locale;

/** Something that may be done only so often. */
public enum Limit {
    TOKENS_PER_CALLER(Duration.ofMinutes(1)),
    TOKENS_PER_ORDER(Duration.ofMinutes(1)),
    DECLINES_PER_CALLER(Duration.ofHours(1)),
    REJECTED_TOKENS_PER_ADDRESS(Duration.ofMinutes(1));

    private final Duration window;

    Limit(Duration window) {
        this.window = window;
    }

    /** Uses are counted from the first one for so long; then the count begins anew. */
    Duration window() {
        return window;
    }

    /** As callers, metrics and settings name it, such as {@code tokens-per-order}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How often in a window; 0 is without limit. */
    int allowed(LimitConfig config) {
        return switch (this) {
            case TOKENS_PER_CALLER -> config.tokensPerCallerPerMinute();
            case TOKENS_PER_ORDER -> config.tokensPerOrderPerMinute();
            case DECLINES_PER_CALLER -> config.declinesPerCallerPerHour();
            case REJECTED_TOKENS_PER_ADDRESS -> config.rejectedTokensPerAddressPerMinute();
        };
    }
}
