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
 * buries what does not. What may be the message's fault is tried a bounded number of times; while MySQL is away there is
 * nothing to be done but to wait, for a dead letter could not be kept either.
 */
@ApplicationScoped
class Receiver {

    private final MessageReader reader;
    private final MessageHandler handler;
    private final DeadLetters deadLetters;
    private final MessagingConfig config;
    private final MeterRegistry meters;

    Receiver(
            MessageReader reader,
            MessageHandler handler,
            DeadLetters deadLetters,
            MessagingConfig config,
            MeterRegistry meters) {
        this.reader = reader;
        this.handler = handler;
        this.deadLetters = deadLetters;
        this.config = config;
        this.meters = meters;
    }

    /** Whoever holds the delivery meanwhile, at the broker. */
    interface Holder {

        /** Waits, keeping the connection alive; false when the delivery is to be given back. */
        boolean pause(Duration pause);

        /** Puts a copy where the broker keeps dead letters; throws what goes wrong. */
        void publishDead(DeadCopy copy) throws Exception;
    }

    /** What a delivery has in common with others of its order, where they are to be handled one after the other. */
    String laneOf(Delivery delivery) {
        return reader.laneOf(delivery);
    }

    /** True when it is to be acknowledged; false when its holder has said that it is to be given back. Blocks. */
    boolean receive(Delivery delivery, Holder holder) {
        long start = System.nanoTime();
        int tries = 0;
        while (true) {
            Outcome outcome = handler.handle(delivery);
            if (!(outcome instanceof RetryLater retry)) {
                return end(delivery, outcome, holder, start);
            }
            tries = retry.blameless() ? Math.max(tries, 1) : tries + 1;
            if (!retry.blameless() && tries >= config.attempts()) {
                Dead dead = new Dead(retry.messageId(), DeadReason.RETRIES_EXHAUSTED, retry.why());
                return end(delivery, dead, holder, start);
            }
            count(delivery, "retried");
            Log.warnf("%s is tried again: %s", delivery, retry.why());
            if (!holder.pause(config.pause(tries))) {
                return false;
            }
        }
    }

    private boolean end(Delivery delivery, Outcome outcome, Holder holder, long start) {
        if (outcome instanceof Dead dead && !bury(delivery, dead, holder, start)) {
            return false;
        }
        count(delivery, outcome.kind().name().toLowerCase(Locale.ROOT));
        if (outcome.kind() == Outcome.Kind.REPLAYED) {
            meters.counter("payonce.duplicates", "kind", "message").increment();
        }
        return true;
    }

    /** MySQL first: the broker's copy is for those who look there. Until one of them has it, it is not acknowledged. */
    private boolean bury(Delivery delivery, Dead dead, Holder holder, long start) {
        Log.warnf("%s is a dead letter: %s", delivery, dead.reason());
        for (int tries = 1; ; tries++) {
            Put kept = keep(delivery, dead, holder, start);
            Put copied = kept == Put.GIVEN_BACK ? kept : publish(delivery, dead, holder);
            if (copied == Put.GIVEN_BACK) {
                return false;
            }
            if (kept == Put.DONE || copied == Put.DONE) {
                return true;
            }
            Log.errorf("%s: neither MySQL nor its broker takes a dead letter", delivery.origin());
            if (!holder.pause(config.pause(tries))) {
                return false;
            }
        }
    }

    private enum Put {
        DONE,
        /** Not in so many tries. */
        REFUSED,
        GIVEN_BACK
    }

    private Put keep(Delivery delivery, Dead dead, Holder holder, long start) {
        for (int tries = 1; ; tries++) {
            try {
                deadLetters.bury(delivery, dead, Duration.ofNanos(System.nanoTime() - start));
                return Put.DONE;
            } catch (StoreFault away) {
                Log.warnf("The dead letter of %s could not be kept and will be: %s", delivery, away.getMessage());
            } catch (RuntimeException fault) {
                Log.errorf(fault, "The dead letter of %s could not be kept", delivery);
                if (tries >= config.attempts()) {
                    return Put.REFUSED;
                }
            }
            if (!holder.pause(config.pause(tries))) {
                return Put.GIVEN_BACK;
            }
        }
    }

    private Put publish(Delivery delivery, Dead dead, Holder holder) {
        for (int tries = 1; ; tries++) {
            try {
                holder.publishDead(DeadCopy.of(delivery, dead, config.maxBytes()));
                return Put.DONE;
            } catch (Exception fault) {
                Log.warnf("%s did not take the copy of a dead letter: %s", delivery.origin(), fault);
                if (tries >= config.attempts()) {
                    Log.errorf("%s has no copy of a dead letter", delivery.origin());
                    return Put.REFUSED;
                }
            }
            if (!holder.pause(config.pause(tries))) {
                return Put.GIVEN_BACK;
            }
        }
    }

    private void count(Delivery delivery, String result) {
        meters.counter("payonce.messages", "broker", delivery.origin().broker(), "result", result)
                .increment();
    }
}
