package dev.payonce.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The figures of this moment, made once for all consoles that are open; a store that does not answer holds none of them up. */
@ApplicationScoped
class LiveFigures {

    private final String instance = UUID.randomUUID().toString().substring(0, 8);
    private final InstanceFigures here;
    private final ObjectMapper json;
    private final Clock clock;
    private final Refreshed<Optional<Map<String, Backlog>>> backlogs;
    private final Refreshed<List<StoreCheck>> checks;
    private final Refreshed<String> text;

    LiveFigures(
            InstanceFigures here,
            Backlogs backlogs,
            StoreChecks checks,
            ConsoleConfig config,
            ObjectMapper json,
            Clock clock) {
        this.here = here;
        this.json = json;
        this.clock = clock;
        Duration patience = config.storePatience();
        this.backlogs = new Refreshed<>(backlogs::count, config.countEvery(), patience, Optional.empty());
        this.checks = new Refreshed<>(checks::run, config.countEvery(), patience, List.of());
        // half of the interval: consoles that ask a little early are not given the same figures twice
        this.text = new Refreshed<>(this::make, config.every().dividedBy(2), patience.multipliedBy(2), null);
    }

    /** As JSON. */
    Uni<String> next() {
        return text.get();
    }

    private Uni<String> make() {
        return Uni.combine()
                .all()
                .unis(backlogs.get(), checks.get())
                .asTuple()
                .map(both -> write(both.getItem1().orElse(null), both.getItem2()));
    }

    private String write(Map<String, Backlog> waiting, List<StoreCheck> checked) {
        try {
            return json.writeValueAsString(
                    new Figures(clock.instant(), instance, here.counted(), here.latency(), checked, waiting));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
