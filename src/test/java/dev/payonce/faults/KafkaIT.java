package dev.payonce.faults;

import org.junit.jupiter.api.Test;

/** Messages by Kafka: C43, C59, C60 and C62 are among the cases of all brokers. */
class KafkaIT extends BrokerCases<KafkaBroker> {

    KafkaIT() {
        super(KafkaBroker.start());
    }

    /** A member comes and goes: its partitions move, and what was in work there comes again. */
    @Test
    void aRebalanceHandsOverAndNothingHappensTwice() {
        broker.create(commands());
        try (World world = World.with(settings())) {
            for (int round = 0; round < 2; round++) {
                try (ServiceProcess other = world.anotherInstance(settings())) {
                    tenMessagesAreHandled(world);
                    other.terminate();
                    tenMessagesAreHandled(world);
                }
            }
        }
    }
}
