package dev.payonce.lab;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Runs one storm at a time, on threads and connections of its own, and leaves nothing behind. */
@ApplicationScoped
class Lab {

    private final LabConfig config;
    private final LabThreads threads;
    private final LabBook book;
    private final LabDatabase database;
    private final LabRedis redis;
    private final AtomicBoolean taken = new AtomicBoolean();

    Lab(LabConfig config, LabThreads threads, LabBook book, LabDatabase database, LabRedis redis) {
        this.config = config;
        this.threads = threads;
        this.book = book;
        this.database = database;
        this.redis = redis;
    }

    /** Empty where another run is at work, or this one took too long and was broken off. Never blocks. */
    Uni<Optional<LabResult>> run(Storm storm) {
        return Uni.createFrom().deferred(() -> {
            if (!taken.compareAndSet(false, true)) {
                return Uni.createFrom().item(Optional.empty());
            }
            return Uni.createFrom()
                    .item(() -> runAlone(storm))
                    .runSubscriptionOn(threads.executor())
                    .onFailure(RejectedExecutionException.class)
                    .invoke(full -> taken.set(false));
        });
    }

    private Optional<LabResult> runAlone(Storm storm) {
        Run run = new Run(storm, database, redis, threads.executor());
        try {
            book.open(run.id()).forEach(leftOver -> redis.run("DEL", LabKey.allOf(leftOver)));
            List<Told> told = new StormRunner(run, threads.executor(), config.maxTime()).go();
            return Optional.of(LabResult.of(run, told, book.charges(run.id()), book.orderStatus(run.id())));
        } catch (TimeoutException late) {
            Log.warnf("A run of the lab was broken off after %s: %s", config.maxTime(), storm);
            return Optional.empty();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            cleanUp(run);
            taken.set(false);
        }
    }

    /** What cannot be cleaned up now, a later run does: the keys follow from the row. */
    private void cleanUp(Run run) {
        try {
            run.forgetKeys();
            book.clean(run.id());
        } catch (RuntimeException fault) {
            Log.warnf("What a run of the lab has left stays until the next run: %s", fault.getMessage());
        }
    }
}
