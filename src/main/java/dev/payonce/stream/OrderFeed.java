package dev.payonce.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.order.OrderMove;
import dev.payonce.order.Orders;
import dev.payonce.order.OutboxEvent;
import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is streamed of an order: each of its changes, as its history has them for good, and how its refunds ended, as the
 * outbox has them. Both are written under the order's row lock, so what is read after a position is complete. Blocks.
 */
@ApplicationScoped
class OrderFeed {

    private static final String REFUNDS =
            "from OutboxEvent where orderId = :order and seq > :seq and type like 'refund.%' order by seq";

    private static final String LATEST_REFUNDS =
            """
            select orderId, max(seq) from OutboxEvent where orderId in :orders and type like 'refund.%' group by orderId""";

    private final Transactions transactions;
    private final EntityManager store;
    private final Orders orders;
    private final ObjectMapper json;
    private final StreamConfig config;

    OrderFeed(Transactions transactions, EntityManager store, Orders orders, ObjectMapper json, StreamConfig config) {
        this.transactions = transactions;
        this.store = store;
        this.orders = orders;
        this.json = json;
        this.config = config;
    }

    /** In order; the first ones where there are many. */
    List<StreamedEvent> after(OrderId order, Position position) {
        return transactions.inNew(() -> {
            List<StreamedEvent> found = new ArrayList<>();
            int version = position.version();
            for (OrderMove.View move : orders.history(order, version, config.batch())) {
                version = move.version();
                found.add(new StreamedEvent(new Position(version, position.seq()), type(move), text(move)));
            }
            for (OutboxEvent refund : refundsAfter(order, position.seq())) {
                found.add(new StreamedEvent(new Position(version, refund.seq()), refund.type(), refund.data()));
            }
            return found;
        });
    }

    /** How far each of the orders has come. */
    Map<OrderId, Position> latest(Collection<OrderId> some) {
        return transactions.inNew(() -> {
            Map<Long, Long> seqs = new HashMap<>();
            store.createQuery(LATEST_REFUNDS, Object[].class)
                    .setParameter("orders", some.stream().map(OrderId::value).toList())
                    .getResultStream()
                    .forEach(row -> seqs.put((Long) row[0], (Long) row[1]));
            Map<OrderId, Position> latest = new HashMap<>();
            orders.versions(some)
                    .forEach((order, version) ->
                            latest.put(order, new Position(version, seqs.getOrDefault(order.value(), 0L))));
            return latest;
        });
    }

    private List<OutboxEvent> refundsAfter(OrderId order, long seq) {
        return store.createQuery(REFUNDS, OutboxEvent.class)
                .setParameter("order", order.value())
                .setParameter("seq", seq)
                .setMaxResults(config.batch())
                .getResultList();
    }

    /** After the state that the order came to; {@code order.created} and {@code order.amended} where it came to none. */
    private static String type(OrderMove.View move) {
        if (move.from() == null) {
            return "order.created";
        }
        return move.from() == move.to()
                ? "order.amended"
                : "order." + move.to().name().toLowerCase(Locale.ROOT);
    }

    private String text(OrderMove.View move) {
        try {
            return json.writeValueAsString(move);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
