package dev.payonce.store;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** How a job works off what is due in MySQL: batch after batch, all of a batch at once. */
public final class Batches {

    private Batches() {}

    /**
     * Until a batch is not full. A failure is logged and left to the job's next run.
     *
     * @param job its name in the log
     * @param batch works off one batch; ends with how many there were
     */
    public static Uni<Void> untilNotFull(String job, int full, Supplier<Uni<Integer>> batch) {
        return Multi.createBy()
                .repeating()
                .uni(() -> batch.get())
                .whilst(found -> found >= full)
                .onItem()
                .ignoreAsUni()
                .onFailure()
                .invoke(fault -> Log.warnf("%s could not run and will run again: %s", job, fault.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    /**
     * One that fails must not keep the others waiting: it is passed over. Ends with how many there were.
     *
     * @param passedOver is told of each that failed
     */
    public static <T> Uni<Integer> all(List<T> due, Function<T, Uni<?>> work, BiConsumer<T, Throwable> passedOver) {
        return Multi.createFrom()
                .iterable(due)
                .onItem()
                .transformToUni(one -> work.apply(one)
                        .replaceWithVoid()
                        .onFailure()
                        .invoke(fault -> passedOver.accept(one, fault))
                        .onFailure()
                        .recoverWithNull())
                .merge(Math.max(due.size(), 1))
                .collect()
                .last()
                .replaceWith(due.size());
    }
}
