package dev.payonce.events;

import dev.payonce.store.Transactions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Takes deliveries for this instance and keeps how they went, each in one short transaction. */
@ApplicationScoped
class DeliveryBook {

    private final Transactions transactions;
    private final Deliveries deliveries;

    private final Counter givenUp;

    DeliveryBook(Transactions transactions, Deliveries deliveries, MeterRegistry meters) {
        this.transactions = transactions;
        this.deliveries = deliveries;
        this.givenUp = meters.counter("payonce.outbox.given.up");
    }

    List<String> receiversWithDue() {
        return transactions.inNew(deliveries::receiversWithDue);
    }

    /** At most so many, of different orders, which nobody else takes before the lease is over. */
    List<Task> take(String receiver, int limit, Duration lease) {
        return transactions.inNew(() ->
                deliveries.take(receiver, limit, lease).stream().map(Task::of).toList());
    }

    /** What another instance has taken over meanwhile is left to that one. Harmless to repeat: the answer to a commit may be lost. */
    void keep(List<Ended> ended) {
        List<Ended> inOneOrderForAll = ended.stream()
                .sorted(Comparator.comparing(one -> one.task().id().value()))
                .toList();
        givenUp.increment(transactions.inNew(
                () -> inOneOrderForAll.stream().mapToInt(this::keep).sum()));
    }

    /** How many were given up: none or one. */
    private int keep(Ended ended) {
        Optional<Delivery> held = deliveries
                .lock(ended.task().id())
                .filter(delivery -> delivery.isHeldBy(ended.task().attempt()));
        held.ifPresent(delivery -> keep(delivery, ended));
        return held.filter(delivery -> delivery.status() == DeliveryStatus.FAILED)
                        .isPresent()
                ? 1
                : 0;
    }

    private void keep(Delivery delivery, Ended ended) {
        String result = ended.told().result();
        if (ended.pace().keepsLog()) {
            deliveries.log(new Attempt(ended.task(), result, ended.took(), delivery.readAt()));
        }
        switch (ended.told().kind()) {
            case ACKNOWLEDGED -> delivery.delivered(result);
            case NOT_TOLD ->
                delivery.notTold(
                        result, ended.pace(), ThreadLocalRandom.current().nextDouble());
            case GONE -> delivery.giveUp(result);
        }
        if (delivery.status() != DeliveryStatus.PENDING) {
            deliveries.letNextGo(delivery);
        }
    }
}
