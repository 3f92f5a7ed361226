package dev.payonce.buffer;

import dev.payonce.payment.RecoveryConfig;
import dev.payonce.payment.ResumePayment;
import dev.payonce.store.RedisAway;
import dev.payonce.store.Work;
import dev.payonce.value.PaymentId;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

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
            every = "${payonce.recovery.every:5S}",
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
            every = "${payonce.recovery.every:5S}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> overdue() {
        return Multi.createBy()
                .repeating()
                .uni(this::sendOverdue)
                .whilst(found -> found >= batch)
                .onItem()
                .ignoreAsUni()
                .onFailure()
                .invoke(fault -> Log.warnf("The buffer could not be looked through: %s", fault.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    /** One batch; ends with how many there were. */
    private Uni<Integer> sendOverdue() {
        return workers.areOpen()
                ? Work.onWorker(resumePayment::takeOverdue).flatMap(this::send)
                : Uni.createFrom().item(0);
    }

    private Uni<Integer> send(List<PaymentId> overdue) {
        return Multi.createFrom()
                .iterable(overdue)
                .onItem()
                .transformToUni(
                        payment -> workers.send(payment).onFailure().recoverWithItem(fault -> passOver(payment, fault)))
                .merge(Math.max(overdue.size(), 1))
                .collect()
                .last()
                .replaceWith(overdue.size());
    }

    /** One payment that cannot be sent now must not keep the others waiting; it is overdue again later. */
    private static boolean passOver(PaymentId payment, Throwable fault) {
        Log.warnf("%s is sent later: %s", payment, fault);
        return false;
    }
}
