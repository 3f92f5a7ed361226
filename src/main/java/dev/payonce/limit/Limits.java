package dev.payonce.limit;

import dev.payonce.store.Redis;
import dev.payonce.store.RedisAway;
import dev.payonce.store.RedisScript;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Says whether something may be done once more. Windows are fixed, from the first use on, so that a caller can be told
 * when to come again; in any time as long as a window, twice the limit may pass. A use that is refused is not counted.
 */
@ApplicationScoped
public class Limits {

    private static final RedisScript COUNT = RedisScript.load("count_use");
    private static final String LOOK = "0";
    private static final String TAKE = "1";
    private static final String GIVE_BACK = "-1";

    private final Redis redis;
    private final LocalCounts here;
    private final LimitConfig config;
    private final MeterRegistry meters;

    Limits(Redis redis, LocalCounts here, LimitConfig config, MeterRegistry meters) {
        this.redis = redis;
        this.here = here;
        this.config = config;
        this.meters = meters;
    }

    /** Counts all of the uses or, if one of them is one too many, none; asks Redis about all at the same time. */
    public Uni<Optional<Exceeded>> take(List<Use> uses) {
        Optional<Exceeded> known = knownToExceed(uses);
        List<Use> limited = limited(uses);
        if (known.isPresent() || limited.isEmpty()) {
            return Uni.createFrom().item(known);
        }
        return Uni.join()
                .all(limited.stream().map(use -> ask(use, TAKE)).toList())
                .andFailFast()
                .flatMap(closed -> verdict(limited, closed));
    }

    private Uni<Optional<Exceeded>> verdict(List<Use> uses, List<Duration> closed) {
        Optional<Exceeded> exceeded = Optional.empty();
        Uni<Void> undone = Uni.createFrom().voidItem();
        boolean refused = closed.stream().anyMatch(time -> !time.isZero());
        for (int i = 0; refused && i < uses.size(); i++) {
            Use use = uses.get(i);
            if (closed.get(i).isZero()) {
                undone = undone.chain(() -> ask(use, GIVE_BACK).replaceWithVoid());
            } else {
                exceeded = Optional.of(refuse(use, closed.get(i)));
            }
        }
        return undone.replaceWith(exceeded);
    }

    /** Whether one more use would be refused; counts nothing. */
    public Uni<Optional<Exceeded>> look(Use use) {
        Optional<Exceeded> known = knownToExceed(List.of(use));
        if (known.isPresent() || limited(List.of(use)).isEmpty()) {
            return Uni.createFrom().item(known);
        }
        return ask(use, LOOK).map(closed -> closed.isZero() ? Optional.empty() : Optional.of(refuse(use, closed)));
    }

    /** What this instance knows to be used up, without asking. */
    public Optional<Exceeded> knownToExceed(List<Use> uses) {
        return limited(uses).stream()
                .map(use -> new Exceeded(use.limit(), here.closed(use.counter(), allowed(use))))
                .filter(exceeded -> !exceeded.retryAfter().isZero())
                .findFirst()
                .map(this::counted);
    }

    /** Counts a use on this instance alone. */
    public Optional<Exceeded> takeHere(Use use) {
        if (allowed(use) == 0) {
            return Optional.empty();
        }
        Duration closed = here.count(use.counter(), allowed(use), use.limit().window());
        return closed.isZero() ? Optional.empty() : Optional.of(counted(new Exceeded(use.limit(), closed)));
    }

    private Uni<Duration> ask(Use use, String uses) {
        String window = Long.toString(use.limit().window().toMillis());
        return redis.run(COUNT, List.of(use.counter()), Integer.toString(allowed(use)), window, uses)
                .map(closed -> Duration.ofMillis(closed.toLong()))
                .onFailure(RedisAway.class)
                .recoverWithItem(() -> countHere(use, uses));
    }

    /** Without Redis each instance grants the whole limit: never none, and never a stop. */
    private Duration countHere(Use use, String uses) {
        return uses.equals(TAKE)
                ? here.count(use.counter(), allowed(use), use.limit().window())
                : here.closed(use.counter(), allowed(use));
    }

    private Exceeded refuse(Use use, Duration closed) {
        here.close(use.counter(), allowed(use), closed);
        return counted(new Exceeded(use.limit(), closed));
    }

    private Exceeded counted(Exceeded exceeded) {
        meters.counter("payonce.limited", "limit", exceeded.limit().label()).increment();
        return exceeded;
    }

    private List<Use> limited(List<Use> uses) {
        return uses.stream().filter(use -> allowed(use) > 0).toList();
    }

    private int allowed(Use use) {
        return use.limit().allowed(config);
    }
}
