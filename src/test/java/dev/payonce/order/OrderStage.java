package dev.payonce.order;

import dev.payonce.store.Transactions;
import dev.payonce.testsupport.Database;
import dev.payonce.value.OrderId;
import jakarta.inject.Singleton;
import java.util.function.Consumer;

/** Brings orders into states that other steps, or time, bring about. */
@Singleton
class OrderStage {

    private final Transactions transactions;
    private final Orders orders;
    private final Database database;

    OrderStage(Transactions transactions, Orders orders, Database database) {
        this.transactions = transactions;
        this.orders = orders;
        this.database = database;
    }

    void startPayment(String id) {
        change(id, order -> order.startPayment("test"));
    }

    void pay(String id) {
        startPayment(id);
        change(id, order -> order.markPaid("test", "paid"));
    }

    void failPayment(String id) {
        startPayment(id);
        change(id, order -> order.reopen("test", "failed"));
    }

    void expire(String id) {
        passEnd(id);
        change(id, order -> order.expire("test"));
    }

    /** The end has come, the job has not. */
    void passEnd(String id) {
        database.update(
                "update orders set expires_at = utc_timestamp(6) where id = ?",
                OrderId.parse(id).orElseThrow().value());
    }

    private void change(String id, Consumer<Order> verb) {
        transactions.inNew(() -> {
            Order order = orders.lock(OrderId.parse(id).orElseThrow()).orElseThrow();
            verb.accept(order);
            return order;
        });
    }
}
