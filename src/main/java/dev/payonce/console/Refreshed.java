package dev.payonce.console;

import dev.payonce.store.Work;
import dev.payonce.value.Stopwatch;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A value that is fetched again when it has become too old: once for all who ask meanwhile. Who asks while that takes long
 * is given the last one instead.
 */
final class Refreshed<T> {

    private final Supplier<Uni<T>> source;
    private final Duration maxAge;
    private final Duration patience;

    private volatile T last;
    private Uni<T> fetch;
    private Stopwatch sinceFetch;
    private boolean fetching;

    /**
     * @param source must not fail
     * @param first given out as long as there is none; null: then the first one is waited for
     */
    Refreshed(Supplier<Uni<T>> source, Duration maxAge, Duration patience, T first) {
        this.source = source;
        this.maxAge = maxAge;
        this.patience = patience;
        this.last = first;
    }

    Uni<T> get() {
        return Uni.createFrom()
                .deferred(() -> current().ifNoItem().after(patience).recoverWithItem(() -> last));
    }

    private synchronized Uni<T> current() {
        if (fetch == null || !fetching && sinceFetch.isPast(maxAge)) {
            fetching = true;
            sinceFetch = Stopwatch.start();
            fetch = Work.toItsEnd(source.get()
                            .invoke(value -> last = value)
                            .onTermination()
                            .invoke(this::end))
                    .memoize()
                    .indefinitely();
        }
        return fetch;
    }

    private synchronized void end() {
        fetching = false;
    }
}
