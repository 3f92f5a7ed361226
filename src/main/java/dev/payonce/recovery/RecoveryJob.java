package dev.payonce.recovery;

import dev.payonce.payment.RecoveryConfig;
import dev.payonce.payment.ResumePayment;
import dev.payonce.refund.ResumeRefund;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;

/** Looks for payments and refunds that are due at the gateway. Every instance does so; MySQL deals the rows out. */
@ApplicationScoped
class RecoveryJob {

    private final ResumePayment resumePayment;
    private final ResumeRefund resumeRefund;
    private final RecoveryConfig config;

    RecoveryJob(ResumePayment resumePayment, ResumeRefund resumeRefund, RecoveryConfig config) {
        this.resumePayment = resumePayment;
        this.resumeRefund = resumeRefund;
        this.config = config;
    }

    @Scheduled(
            identity = "payment-recovery",
            every = "${payonce.recovery.every}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> payments() {
        return run(resumePayment::resumeDue);
    }

    @Scheduled(
            identity = "refund-recovery",
            every = "${payonce.recovery.every}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> refunds() {
        return run(resumeRefund::resumeDue);
    }

    /** Batch after batch, until one is not full. */
    private Uni<Void> run(Supplier<Uni<Integer>> resumeDue) {
        return Multi.createBy()
                .repeating()
                .uni(() -> resumeDue.get())
                .whilst(found -> found >= config.batch())
                .onItem()
                .ignoreAsUni()
                .onFailure()
                .invoke(fault -> Log.warnf("Recovery could not run and will run again: %s", fault.getMessage()))
                .onFailure()
                .recoverWithNull();
    }
}
