package dev.payonce.buffer;

import dev.payonce.gateway.GatewayConfig;
import dev.payonce.gateway.Turns;
import dev.payonce.payment.BufferConfig;
import dev.payonce.payment.PaymentAccepted;
import dev.payonce.payment.ResumePayment;
import dev.payonce.value.PaymentId;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * This instance's workers: they hear bells, as many as they have hands for, and send the payments. None is a thread. Who
 * sends a payment is decided in MySQL, so that a bell may be heard twice.
 */
@ApplicationScoped
class Workers {

    private final PaymentStream stream;
    private final ResumePayment resumePayment;
    private final Turns turns;
    private final BufferConfig config;
    private final int hands;

    private final AtomicInteger atWork = new AtomicInteger();
    private final AtomicBoolean listening = new AtomicBoolean();
    private final Rest rest;
    private volatile boolean open;
    private Cancellable ticks;

    Workers(
            PaymentStream stream,
            ResumePayment resumePayment,
            Turns turns,
            BufferConfig config,
            GatewayConfig gatewayConfig) {
        this.stream = stream;
        this.resumePayment = resumePayment;
        this.turns = turns;
        this.config = config;
        this.hands = gatewayConfig.maxBackground();
        this.rest = new Rest(config.rest());
    }

    void begin() {
        open = true;
        ticks = Multi.createFrom()
                .ticks()
                .every(config.poll())
                .onOverflow()
                .drop()
                .subscribe()
                .with(tick -> listen());
    }

    /** What has been sent goes on to its end; what has not been sent stays in the buffer. */
    void stop() {
        open = false;
        if (ticks != null) {
            ticks.cancel();
        }
    }

    boolean areOpen() {
        return open;
    }

    boolean areIdle() {
        return atWork.get() == 0;
    }

    /** With Redis away there is no bell to ring: this instance takes the payment up itself, if it has a hand free. */
    void accepted(@Observes PaymentAccepted payment) {
        stream.ring(payment.id()).subscribe().with(rung -> listen(), away -> takeUp(payment.id()));
    }

    private void takeUp(PaymentId payment) {
        if (open && freeHands() > 0) {
            send(payment).subscribe().with(done -> {}, this::failed);
        }
    }

    private void listen() {
        int free = freeHands();
        if (open && free > 0 && rest.isOver() && listening.compareAndSet(false, true)) {
            stream.read(free).subscribe().with(this::hear, this::deaf);
        }
    }

    private void hear(List<Bell> bells) {
        answer(bells);
        listening.set(false);
        if (!bells.isEmpty()) {
            listen();
        }
    }

    private void deaf(Throwable away) {
        listening.set(false);
        failed(away);
    }

    /** Goes on with what others have not answered. Ends when that is done, one way or another. */
    Uni<Void> reclaim() {
        int free = freeHands();
        return open && free > 0
                ? stream.reclaim(free).invoke(this::answer).replaceWithVoid()
                : Uni.createFrom().voidItem();
    }

    private void answer(List<Bell> bells) {
        bells.forEach(bell -> answer(bell).subscribe().with(done -> listen(), this::failed));
    }

    /** A bell whose payment could not be sent stays unanswered, so that it is heard again. */
    private Uni<Void> answer(Bell bell) {
        return bell.payment()
                .map(this::send)
                .orElseGet(() -> Uni.createFrom().item(true))
                .flatMap(done -> done ? stream.answer(bell) : Uni.createFrom().voidItem());
    }

    /** Ends with false where the payment was left in the buffer because this instance stops. */
    Uni<Boolean> send(PaymentId payment) {
        return Uni.createFrom().deferred(() -> {
            atWork.incrementAndGet();
            return turns.takeInBackground(() -> open
                            ? resumePayment.send(payment).replaceWith(true)
                            : Uni.createFrom().item(false))
                    .onTermination()
                    .invoke(atWork::decrementAndGet);
        });
    }

    private int freeHands() {
        return hands - atWork.get();
    }

    private void failed(Throwable fault) {
        rest.begin();
        Log.debugf("The buffer's workers rest: %s", fault.getMessage());
    }
}
