package dev.payonce.testsupport;

import dev.payonce.order.Orders;
import dev.payonce.order.Outbox;
import dev.payonce.store.Transactions;
import dev.payonce.value.OrderId;
import jakarta.inject.Singleton;
import java.util.Map;

/** Events without the walk that brings them about. */
@Singleton
public class OutboxFixture {

    private final Transactions transactions;
    private final Orders orders;
    private final Outbox outbox;

    OutboxFixture(Transactions transactions, Orders orders, Outbox outbox) {
        this.transactions = transactions;
        this.orders = orders;
        this.outbox = outbox;
    }

    /** Each in a transaction of its own, {@code data.number} counting from 1. */
    public void addEvents(String order, int count) {
        OrderId id = OrderId.fromString(order);
        for (int i = 1; i <= count; i++) {
            int number = i;
            transactions.inNew(() -> {
                var locked = orders.lock(id).orElseThrow();
                outbox.add(id, "order.paid", Map.of("orderId", order, "number", number), locked.readAt());
                return number;
            });
        }
    }
}
