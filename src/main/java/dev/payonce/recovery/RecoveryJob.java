package dev.payonce.recovery;

import dev.payonce.payment.RecoveryConfig;
import dev.payonce.payment.ResumePayment;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;

/** Looks for payments that are due at the gateway. Every instance does so; MySQL deals the rows out. */
@ApplicationScoped
class RecoveryJob {

    private final ResumePayment resumePayment;
    private final RecoveryConfig config;

    RecoveryJob(ResumePayment resumePayment, RecoveryConfig config) {
        this.resumePayment = resumePayment;
        this.config = config;
    }

    @Scheduled(
            identity = "payment-recovery",
            every = "${payonce.recovery.every:5S}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> run() {
        return untilNoneIsDue()
                .onFailure()
                .invoke(fault -> Log.warnf("Recovery could not run and will run again: %s", fault.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    private Uni<Void> untilNoneIsDue() {
        return resumePayment
                .resumeDue()
                .flatMap(found -> found < config.batch() ? Uni.createFrom().voidItem() : untilNoneIsDue());
    }
}
