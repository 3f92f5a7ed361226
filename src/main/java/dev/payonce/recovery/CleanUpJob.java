package dev.payonce.recovery;

import dev.payonce.store.Chore;
import io.quarkus.arc.All;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Does what features leave to be done once its time has come: orders that were not paid end, old rows are forgotten. */
@ApplicationScoped
class CleanUpJob {

    private final List<Chore> chores;
    private final CleanUpConfig config;

    CleanUpJob(@All List<Chore> chores, CleanUpConfig config) {
        this.chores = chores;
        this.config = config;
    }

    @Scheduled(
            identity = "clean-up",
            every = "${payonce.cleanup.every}",
            concurrentExecution = ConcurrentExecution.SKIP)
    void run() {
        chores.forEach(this::inBatches);
    }

    /** One kind that fails must not keep the others waiting; the next run takes it up again. */
    private void inBatches(Chore chore) {
        try {
            for (int i = 0; i < config.batches(); i++) {
                if (chore.batch().applyAsInt(config.batch()) < config.batch()) {
                    return;
                }
            }
        } catch (RuntimeException fault) {
            Log.warnf("The %s could not run and will run again: %s", chore.what(), fault.getMessage());
        }
    }
}
