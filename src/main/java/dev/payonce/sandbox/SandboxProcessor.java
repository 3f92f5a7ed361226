package dev.payonce.sandbox;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Carries out charges and refunds: waits, books, waits again. Whether the caller is still there plays no part: a real
 * gateway charges anyway. The behaviour of a call is the one in force when it came.
 */
final class SandboxProcessor {

    private record Work(String fingerprint, Future<SandboxResult> result) {}

    private final Vertx vertx;
    private final SandboxLedger ledger;
    private final Map<String, Work> atWork = new HashMap<>();

    SandboxProcessor(Vertx vertx, SandboxLedger ledger) {
        this.vertx = vertx;
        this.ledger = ledger;
    }

    Future<SandboxResult> process(SandboxRequest request, SandboxBehaviour behaviour) {
        Optional<String> key = request.key().filter(given -> behaviour.honourKeys());
        return key.isPresent() ? once(key.get(), request, behaviour) : afresh(request, behaviour);
    }

    /** Repeats what was recorded under the key, waits for the twin at work under it, or is the first. */
    private Future<SandboxResult> once(String key, SandboxRequest request, SandboxBehaviour behaviour) {
        Promise<SandboxResult> first = Promise.promise();
        synchronized (atWork) {
            Optional<Work> earlier = earlier(key);
            if (earlier.isPresent()) {
                return repeat(earlier.get(), request, behaviour);
            }
            atWork.put(key, new Work(request.fingerprint(), first.future()));
        }
        afresh(request, behaviour).onComplete(end -> {
            synchronized (atWork) {
                atWork.remove(key);
            }
            first.handle(end);
        });
        return first.future();
    }

    private Optional<Work> earlier(String key) {
        return Optional.ofNullable(atWork.get(key)).or(() -> ledger.recorded(key)
                .map(recorded -> new Work(
                        recorded.fingerprint(),
                        Future.succeededFuture(
                                SandboxResult.done(Optional.of(recorded.entry()), SandboxOutcome.APPROVE)))));
    }

    private Future<SandboxResult> repeat(Work earlier, SandboxRequest request, SandboxBehaviour behaviour) {
        return earlier.fingerprint().equals(request.fingerprint())
                ? earlier.result().map(result -> result.replayed(behaviour.outcome()))
                : Future.succeededFuture(SandboxResult.refused(
                        new SandboxRefusal(422, "idempotency_key_reused", "this key came with another body before")));
    }

    private Future<SandboxResult> afresh(SandboxRequest request, SandboxBehaviour behaviour) {
        SandboxPaymentMethod method =
                SandboxPaymentMethod.ofText(request.paymentMethod()).orElse(SandboxPaymentMethod.PM_OK);
        SandboxOutcome outcome = method.fault().orElse(behaviour.outcome());
        Optional<String> declineCode = method.declineCode()
                .or(() -> behaviour.outcome() == SandboxOutcome.DECLINE
                        ? Optional.of(SandboxPaymentMethod.DO_NOT_HONOR)
                        : Optional.empty());
        return after(behaviour.delayBeforeMillis() + method.delayMillis())
                .map(now -> outcome.isBooked()
                        ? Optional.of(ledger.book(request, declineCode))
                        : Optional.<SandboxEntry>empty())
                .compose(booked -> after(behaviour.delayAfterMillis()).map(now -> SandboxResult.done(booked, outcome)));
    }

    private Future<Void> after(long millis) {
        if (millis == 0) {
            return Future.succeededFuture();
        }
        Promise<Void> over = Promise.promise();
        vertx.setTimer(millis, timer -> over.complete());
        return over.future();
    }
}
