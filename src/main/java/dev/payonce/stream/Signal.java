package dev.payonce.stream;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/** A bell that one listener waits for. A ring while nobody waits is heard by the next one who does. */
final class Signal {

    private boolean rung;
    private UniEmitter<? super Boolean> waiting;

    void ring() {
        UniEmitter<? super Boolean> listener;
        synchronized (this) {
            rung = true;
            listener = waiting;
            waiting = null;
        }
        if (listener != null) {
            listener.complete(true);
        }
    }

    /** Forgets all rings so far. */
    synchronized void clear() {
        rung = false;
    }

    /** Ends with the next ring, or at once if there was one that has not been forgotten. */
    Uni<Boolean> heard() {
        return Uni.createFrom().emitter(listener -> {
            if (hasRung(listener)) {
                listener.complete(true);
            }
        });
    }

    private synchronized boolean hasRung(UniEmitter<? super Boolean> listener) {
        waiting = rung ? null : listener;
        return rung;
    }
}
