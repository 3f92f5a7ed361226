package dev.payonce.recovery;

import dev.payonce.payment.RecoveryConfig;
import dev.payonce.payment.ResumePayment;
import dev.payonce.refund.ResumeRefund;
import dev.payonce.store.Batches;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

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
        return Batches.untilNotFull("Recovery of payments", config.batch(), resumePayment::resumeDue);
    }

    @Scheduled(
            identity = "refund-recovery",
            every = "${payonce.recovery.every}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> refunds() {
        return Batches.untilNotFull("Recovery of refunds", config.batch(), resumeRefund::resumeDue);
    }
}
