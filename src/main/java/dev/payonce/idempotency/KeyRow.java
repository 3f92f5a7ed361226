package dev.payonce.idempotency;

import io.smallrye.mutiny.Uni;

/** The row in MySQL that keeps the key of a request and has the last word on it, whatever Redis says or has forgotten. */
public interface KeyRow<T> {

    /** Of a final result, which must survive JSON. */
    Class<? extends T> type();

    /**
     * Lets the request take effect, or tells how another one with its key went.
     *
     * @param duplicate what another request's result is to this one: REPLAYED, or SHARED if it has been waited for
     */
    Uni<Kept<T>> keep(Once.Kind duplicate);

    /** How the twin stands that was waited for, without waiting for it any longer. */
    Uni<Kept<T>> look();
}
