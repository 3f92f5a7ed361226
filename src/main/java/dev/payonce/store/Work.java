package dev.payonce.store;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.function.Supplier;

/** Takes blocking work off the event loop. */
public final class Work {

    private Work() {}

    /** Runs the work on a worker thread when it is subscribed to; the thread is free again when it ends. */
    public static <T> Uni<T> onWorker(Supplier<T> work) {
        return Uni.createFrom().item(work).runSubscriptionOn(Infrastructure.getDefaultExecutor());
    }

    /**
     * The same for work that begins by looking what an earlier run of it has left: an answer to its commit that was lost is
     * never guessed, but read by a second run.
     */
    public static <T> Uni<T> repeatable(Supplier<T> work) {
        return onWorker(work).onFailure(StoreFault::leavesCommitUnknown).retry().atMost(1);
    }

    /**
     * Goes on to its end though whoever waits for it leaves: a connection that is closed cancels what would answer it, and
     * would leave behind what the last steps tidy up.
     */
    public static <T> Uni<T> toItsEnd(Uni<T> work) {
        return Uni.createFrom().emitter(end -> work.subscribe().with(end::complete, end::fail));
    }
}
