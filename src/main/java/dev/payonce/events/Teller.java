package dev.payonce.events;

import io.smallrye.mutiny.Uni;

/** Tells one receiver. */
@FunctionalInterface
public interface Teller {

    /** Must not block. A failure counts as {@link Told.Kind#NOT_TOLD}. */
    Uni<Told> tell(OutgoingEvent event);
}
