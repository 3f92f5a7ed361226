package dev.payonce.audit;

import dev.payonce.value.Stopwatch;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Counts refusals by caller: a flood of them costs MySQL two rows a minute, not one each. */
@ApplicationScoped
class Refusals {

    private final Map<String, Window> windows = new ConcurrentHashMap<>();
    private final AuditConfig config;

    Refusals(AuditConfig config, MeterRegistry meters) {
        this.config = config;
        meters.gaugeMapSize("payonce.audit.refused.callers", List.of(), windows);
    }

    /** @param more refusals since the first one, which was kept at once; {@code last} is the latest of them */
    private record Window(Stopwatch since, Deed last, int more) {

        Window and(Window next) {
            return new Window(since, next.last, more + 1);
        }

        Optional<Deed> asOne() {
            return more == 0 ? Optional.empty() : Optional.of(last.times(more));
        }
    }

    /** Whether there is room to count this caller's. */
    boolean hasRoomFor(Deed refused) {
        return windows.size() < config.maxRefusedCallers() || windows.containsKey(caller(refused));
    }

    /** The refusal, if it is the first one of its caller for now; the others are counted until {@link #over}. */
    Optional<Deed> count(Deed refused) {
        Window now = windows.merge(caller(refused), new Window(refused.since(), refused, 0), Window::and);
        return now.more() == 0 ? Optional.of(refused) : Optional.empty();
    }

    private static String caller(Deed refused) {
        return String.valueOf(refused.actor());
    }

    /** What has been counted of callers whose time is over, each as one. */
    List<Deed> over() {
        return over(config.refusalsAsOne());
    }

    /** The same of all. */
    List<Deed> all() {
        return over(Duration.ZERO);
    }

    /** A window that grows while it is looked at is left for the next look. */
    private List<Deed> over(Duration age) {
        List<Deed> counted = new ArrayList<>();
        windows.forEach((caller, window) -> {
            if (window.since().isPast(age) && windows.remove(caller, window)) {
                window.asOne().ifPresent(counted::add);
            }
        });
        return counted;
    }
}
