package dev.payonce.messaging;

import dev.payonce.events.EventPublisher;

/** What ties a broker to this service: a bean of this type is consumed from, and told of events, if it is switched on. */
interface BrokerBinding extends EventPublisher {

    /** Consumers of this instance at once, each on a thread of its own. */
    default int consumers() {
        return 1;
    }

    /** Connects and consumes until the supervisor says stop, and finishes what is in work; a consumer that breaks throws. */
    void consume(Supervisor supervisor) throws Exception;
}
