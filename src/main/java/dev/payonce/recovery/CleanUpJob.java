package dev.payonce.recovery;

import dev.payonce.audit.AuditBook;
import dev.payonce.events.ForgetEvents;
import dev.payonce.idempotency.Idempotency;
import dev.payonce.messaging.DeadLetters;
import dev.payonce.messaging.Inbox;
import dev.payonce.order.ExpireOrders;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.IntUnaryOperator;

/** Ends orders that were not paid in time, and forgets keys and events that are past their retention. In small batches. */
@ApplicationScoped
class CleanUpJob {

    private final ExpireOrders expireOrders;
    private final Idempotency idempotency;
    private final ForgetEvents forgetEvents;
    private final Inbox inbox;
    private final DeadLetters deadLetters;
    private final AuditBook audit;
    private final CleanUpConfig config;

    CleanUpJob(
            ExpireOrders expireOrders,
            Idempotency idempotency,
            ForgetEvents forgetEvents,
            Inbox inbox,
            DeadLetters deadLetters,
            AuditBook audit,
            CleanUpConfig config) {
        this.expireOrders = expireOrders;
        this.idempotency = idempotency;
        this.forgetEvents = forgetEvents;
        this.inbox = inbox;
        this.deadLetters = deadLetters;
        this.audit = audit;
        this.config = config;
    }

    @Scheduled(
            identity = "clean-up",
            every = "${payonce.cleanup.every}",
            concurrentExecution = ConcurrentExecution.SKIP)
    void run() {
        inBatches("expiry of orders", expireOrders::expire);
        inBatches("forgetting of old keys", idempotency::forgetOld);
        inBatches("forgetting of brokers that are gone", forgetEvents::ofForgottenBrokers);
        inBatches("forgetting of old deliveries", forgetEvents::deliveries);
        inBatches("forgetting of old events", forgetEvents::events);
        inBatches("forgetting of old messages", inbox::forgetOld);
        inBatches("forgetting of old dead letters", deadLetters::forgetOld);
        inBatches("forgetting of old entries of the audit", audit::forgetOld);
    }

    /** One kind that fails must not keep the others waiting; the next run takes it up again. */
    private void inBatches(String what, IntUnaryOperator batch) {
        try {
            for (int i = 0; i < config.batches(); i++) {
                if (batch.applyAsInt(config.batch()) < config.batch()) {
                    return;
                }
            }
        } catch (RuntimeException fault) {
            Log.warnf("The %s could not run and will run again: %s", what, fault.getMessage());
        }
    }
}
