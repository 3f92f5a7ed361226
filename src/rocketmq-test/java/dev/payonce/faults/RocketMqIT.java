package dev.payonce.faults;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Messages by RocketMQ; for a build with the Maven profile {@code rocketmq}. */
class RocketMqIT extends BrokerCases {

    private static RocketBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = RocketBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    Broker broker() {
        return broker;
    }

    @Override
    Map<String, String> unreachable() {
        return Map.of("payonce.messaging.rocketmq.namesrv", "127.0.0.1:1");
    }
}
