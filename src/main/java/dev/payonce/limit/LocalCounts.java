package dev.payonce.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/**
 * The counters of this instance: what is known to be used up, so that Redis is not asked about it again, and all uses
 * while Redis is away. Bounded; the counters forgotten first are those used least.
 */
@ApplicationScoped
class LocalCounts {

    private record Window(int used, long end) {}

    private final Ticker time = Ticker.systemTicker();
    private final Cache<String, Window> windows;

    LocalCounts(LimitConfig config) {
        this.windows = Caffeine.newBuilder()
                .maximumSize(config.countersInMemory())
                .ticker(time)
                .expireAfter(Expiry.<String, Window>writing((counter, window) -> left(window)))
                .build();
    }

    /** How long the counter stays used up; zero if it is not. */
    Duration closed(String counter, int allowed) {
        Window window = windows.getIfPresent(counter);
        return window == null || window.used() < allowed ? Duration.ZERO : left(window);
    }

    /** Counts a use, unless the counter is used up: then answers for how long. */
    Duration count(String counter, int allowed, Duration length) {
        Duration closed = closed(counter, allowed);
        if (closed.isZero()) {
            windows.asMap().merge(counter, new Window(1, time.read() + length.toNanos()), LocalCounts::sum);
        }
        return closed;
    }

    private static Window sum(Window running, Window use) {
        return new Window(running.used() + use.used(), running.end());
    }

    /** Remembers what Redis said. */
    void close(String counter, int allowed, Duration length) {
        windows.put(counter, new Window(allowed, time.read() + length.toNanos()));
    }

    private Duration left(Window window) {
        return Duration.ofNanos(Math.max(0, window.end() - time.read()));
    }
}
