package dev.payonce.faults;


/** Messages by RocketMQ; for a build with the Maven profile {@code rocketmq}. */
class RocketMqIT extends BrokerCases<RocketBroker> {

    RocketMqIT() {
        super(RocketBroker.start());
    }
}
