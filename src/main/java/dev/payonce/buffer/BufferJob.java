package dev.payonce.buffer;

import dev.payonce.payment.RecoveryConfig;
import dev.payonce.payment.ResumePayment;
import dev.payonce.store.Batches;
import dev.payonce.store.RedisAway;
import dev.payonce.store.Work;
import dev.payonce.value.PaymentId;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Gives the workers what another worker has left unanswered, and what no bell has told them. Every instance does so. */
@ApplicationScoped
class BufferJob {

    private final Workers workers;
    private final ResumePayment resumePayment;
    private final int batch;

    BufferJob(Workers workers, ResumePayment resumePayment, RecoveryConfig config) {
        this.workers = workers;
        this.resumePayment = resumePayment;
        this.batch = config.batch();
    }

    @Scheduled(
            identity = "buffer-reclaim",
            every = "${payonce.recovery.every}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> reclaim() {
        return workers.reclaim()
                .onFailure(RedisAway.class)
                .invoke(away -> Log.debugf("No bell was reclaimed: %s", away.getMessage()))
                .onFailure(RedisAway.class)
                .recoverWithNull();
    }

    /** MySQL knows what was accepted, whatever Redis has lost, and whoever died before the bell was rung. */
    @Scheduled(
            identity = "buffer-overdue",
            every = "${payonce.recovery.every}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> overdue() {
        return Batches.untilNotFull("Sending what is overdue", batch, this::sendOverdue);
    }

    /** One batch; ends with how many there were. */
    private Uni<Integer> sendOverdue() {
        return workers.areOpen()
                ? Work.onWorker(resumePayment::takeOverdue)
                        .flatMap(overdue -> Batches.all(overdue, workers::send, BufferJob::passedOver))
                : Uni.createFrom().item(0);
    }

    /** It is overdue again later. */
    private static void passedOver(PaymentId payment, Throwable fault) {
        Log.warnf("%s is sent later: %s", payment, fault);
    }
}
