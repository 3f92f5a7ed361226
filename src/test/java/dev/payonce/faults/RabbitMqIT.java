package dev.payonce.faults;

import static dev.payonce.testsupport.Shop.anOrder;
import static dev.payonce.testsupport.Shop.orderStatus;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;

import dev.payonce.testsupport.Poll;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages by RabbitMQ: C43, C59, C60 and C62 are among the cases of all brokers. */
class RabbitMqIT extends BrokerCases<RabbitBroker> {

    private static final Duration TOLD = Duration.ofSeconds(30);

    RabbitMqIT() {
        super(RabbitBroker.start());
    }

    /** C60, and C18: what takes longer than the broker waits for is given out again, and the channel is closed. */
    @Test
    void aChannelThatTheBrokerClosesIsReplacedAndNothingHappensTwice() throws Exception {
        try (World world = World.with(settings())) {
            tenMessagesAreHandled(world);
            String slow = anOrder();
            Connection lock = world.lockOrder(slow);
            broker.send(commands(), List.of(payment(slow)));
            hold(RabbitBroker.ACKNOWLEDGE_WITHIN.plusSeconds(2));
            lock.rollback();
            lock.close();

            Poll.until(Duration.ofSeconds(30), () -> orderStatus(slow).equals("PAID"));
            assertThat(world.approved(slow), hasSize(1));
            tenMessagesAreHandled(world);
        }
    }

    /** C60. */
    @Test
    void connectionsThatTheBrokerClosesAreOpenedAgain() {
        try (World world = World.with(settings())) {
            tenMessagesAreHandled(world);

            broker.closeAllConnections();

            tenMessagesAreHandled(world);
        }
    }

    /** What no queue takes the broker confirms all the same. */
    @Test
    void eventsWhoseQueueIsDeletedAreToldOnceItIsBack() {
        try (World world = World.with(settings())) {
            tenMessagesAreHandled(world);
            String before = paidOrder();
            Poll.until(TOLD, () -> isTold(before));

            broker.delete(events());
            String after = paidOrder();

            Poll.until(TOLD, () -> isTold(after));
        }
    }

    private boolean isTold(String order) {
        return broker.has(events())
                && broker.contents(events()).stream()
                        .anyMatch(event -> event.contains(order) && event.contains("order.paid"));
    }

    /** C60. */
    @Test
    void aQueueThatIsDeletedAndMadeAgainIsConsumedFrom() {
        try (World world = World.with(settings())) {
            tenMessagesAreHandled(world);

            broker.delete(commands());
            broker.create(commands());

            tenMessagesAreHandled(world);
        }
    }
}
