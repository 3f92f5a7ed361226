package dev.payonce.store;

import dev.payonce.value.Stopwatch;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * How a duplicate waits for its twin, the request that is at work: on a timer, with neither a thread nor a connection.
 *
 * @param limit of the whole wait
 * @param lookEvery the pause between two looks
 */
public record TwinWait(Duration limit, Duration lookEvery) {

    /**
     * Looks again after a pause, or gives up.
     *
     * @param waiting runs since the duplicate came
     */
    public <T> Uni<T> lookAgain(Stopwatch waiting, Supplier<Uni<T>> look, Supplier<Uni<T>> giveUp) {
        if (waiting.isPast(limit)) {
            return giveUp.get();
        }
        return Uni.createFrom().voidItem().onItem().delayIt().by(lookEvery).flatMap(pause -> look.get());
    }
}
