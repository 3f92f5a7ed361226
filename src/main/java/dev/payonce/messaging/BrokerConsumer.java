package dev.payonce.messaging;

import java.time.Duration;

/** The consuming half of a broker's binding: a bean of this type is started with the service if it is switched on. */
interface BrokerConsumer {

    /** Short and lower-case, such as {@code kafka}. */
    String name();

    boolean isOn();

    void start();

    /** Takes nothing new from now on; what is in work is finished or given back. Does not wait. */
    void stop();

    /** Waits at most so long for the end. */
    void awaitEnd(Duration limit);

    /** Whether it has not been consuming for so long, though it should. */
    boolean isSilentFor(Duration limit);
}
