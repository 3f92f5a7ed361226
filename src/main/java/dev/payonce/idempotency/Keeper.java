package dev.payonce.idempotency;

import io.smallrye.mutiny.Uni;

/** Lets a keyed request take effect once, by the records in one kind of store. */
interface Keeper {

    <T> Uni<Once<T>> once(Attempt attempt, Effect<T> effect);
}
