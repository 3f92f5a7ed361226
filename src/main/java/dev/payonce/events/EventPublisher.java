package dev.payonce.events;

import io.smallrye.mutiny.Uni;

/**
 * A broker that events are told to: a bean of this type is a receiver with a queue of its own in MySQL, which starts when
 * an instance has it switched on for the first time.
 */
public interface EventPublisher {

    /** Short and lower-case, such as {@code kafka}; names the queue, so it stays the same for good. */
    String name();

    /** Whether this instance's configuration has it switched on. */
    boolean isOn();

    /**
     * Ends when the broker has acknowledged the event, or fails: then it is told again, later. Must not block. Is given up
     * after {@code payonce.outbox.publish-timeout} and may be told twice. The next event of the same order is not
     * published before this one has ended well.
     */
    Uni<Void> publish(OutgoingEvent event);
}
