package dev.payonce.stream;

import dev.payonce.order.Orders;
import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import dev.payonce.web.Caller;
import dev.payonce.web.EventStreams;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Opens streams for those who may see the order. Blocks. */
@ApplicationScoped
class OpenStream {

    private final Transactions transactions;
    private final Orders orders;
    private final OrderFeed feed;
    private final StreamsHere streams;
    private final StreamConfig config;
    private final EventStreams eventStreams;

    OpenStream(
            Transactions transactions,
            Orders orders,
            OrderFeed feed,
            StreamsHere streams,
            StreamConfig config,
            EventStreams eventStreams) {
        this.transactions = transactions;
        this.orders = orders;
        this.feed = feed;
        this.streams = streams;
        this.config = config;
        this.eventStreams = eventStreams;
    }

    /** @throws StreamRefused where there is none to open */
    OrderStream open(OrderId id, Position from, Caller caller) {
        boolean ended = isAtItsEnd(id, caller);
        if (ended && feed.after(id, from).isEmpty()) {
            throw new StreamRefused(StreamRefusal.NOTHING_MORE);
        }
        Duration longest = ended ? config.linger() : eventStreams.longest(caller, config.maxAge());
        OrderStream stream = new OrderStream(id, from, feed, config, longest);
        streams.enter(stream, caller.subject()).ifPresent(why -> {
            throw new StreamRefused(why);
        });
        return stream;
    }

    private boolean isAtItsEnd(OrderId id, Caller caller) {
        return transactions.inNew(() -> orders.find(id)
                .filter(order -> caller.mayRead(order.customerId()))
                .orElseThrow(() -> new StreamRefused(StreamRefusal.NOT_FOUND))
                .isAtItsEnd());
    }
}
