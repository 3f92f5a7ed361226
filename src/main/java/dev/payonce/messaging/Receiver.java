package dev.payonce.messaging;

import dev.payonce.messaging.Outcome.Dead;
import dev.payonce.messaging.Outcome.RetryLater;
import dev.payonce.store.StoreFault;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;

/**
 * Brings one delivery to its end, so that it may be acknowledged: tries again, with growing pauses, what may pass, and
 * buries what does not. What is not MySQL's fault is tried a bounded number of times; while MySQL is away there is
 * nothing to be done but to wait, for a dead letter could not be kept either.
 */
@ApplicationScoped
class Receiver {

    private final MessageHandler handler;
    private final DeadLetters deadLetters;
    private final MessagingConfig config;
    private final MeterRegistry meters;

    Receiver(MessageHandler handler, DeadLetters deadLetters, MessagingConfig config, MeterRegistry meters) {
        this.handler = handler;
        this.deadLetters = deadLetters;
        this.config = config;
        this.meters = meters;
    }

    /** What a binding does for its deliveries. */
    interface Binding {

        /** Waits, keeping the connection alive; false when the consumer is to stop, and the message to be given back. */
        boolean pause(Duration pause);

        /** Puts a copy where the broker keeps dead letters; throws what goes wrong. */
        void publishDead(Delivery delivery, Dead dead) throws Exception;
    }

    /** True when it is to be acknowledged; false when the consumer stops, and the message is to be given back. */
    boolean receive(Delivery delivery, Binding binding) {
        long start = System.nanoTime();
        int tries = 0;
        while (true) {
            Outcome outcome = end(delivery, handler.handle(delivery), tries, binding, start);
            count(delivery, outcome);
            if (!(outcome instanceof RetryLater retry)) {
                return true;
            }
            tries = retry.blameless() ? Math.max(tries, 1) : tries + 1;
            Log.warnf("%s is tried again: %s", delivery, retry.why());
            if (!binding.pause(config.pause(tries))) {
                return false;
            }
        }
    }

    private Outcome end(Delivery delivery, Outcome outcome, int tries, Binding binding, long start) {
        if (outcome instanceof Dead dead) {
            return bury(delivery, dead, binding, start);
        }
        if (outcome instanceof RetryLater retry && !retry.blameless() && tries + 1 >= config.attempts()) {
            return bury(
                    delivery, new Dead(retry.messageId(), DeadReason.RETRIES_EXHAUSTED, retry.why()), binding, start);
        }
        return outcome;
    }

    /** Only what is safe in MySQL counts as buried; the broker's copy comes first, so that it is not forgotten. */
    private Outcome bury(Delivery delivery, Dead dead, Binding binding, long start) {
        try {
            binding.publishDead(delivery, dead);
            var id = deadLetters.bury(delivery, dead, Duration.ofNanos(System.nanoTime() - start));
            Log.warnf("%s is a dead letter, %s: %s", delivery, id, dead.reason());
            return dead;
        } catch (StoreFault away) {
            return new RetryLater(dead.messageId(), "the dead letter could not be kept", true);
        } catch (Exception fault) {
            Log.warnf("%s: the broker did not take the dead letter: %s", delivery, fault);
            return new RetryLater(dead.messageId(), "the broker did not take the dead letter", true);
        }
    }

    private void count(Delivery delivery, Outcome outcome) {
        String result = outcome.kind() == Outcome.Kind.RETRY_LATER
                ? "retried"
                : outcome.kind().name().toLowerCase(Locale.ROOT);
        meters.counter("payonce.messages", "broker", delivery.origin().broker(), "result", result)
                .increment();
        if (outcome.kind() == Outcome.Kind.REPLAYED) {
            meters.counter("payonce.duplicates", "kind", "message").increment();
        }
    }
}
