package dev.payonce.stock;

import dev.payonce.value.OrderId;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Holds goods for an order, sells what is held, and gives it back: in the caller's transaction, and under the order's
 * row lock. An order has one movement for each kind of goods: HOLD, then SALE, or nothing again. So each step takes
 * effect once however often it is done, and goods = start - held - sold.
 */
@ApplicationScoped
public class Goods {

    private static final String HELD =
            "select sku, quantity from stock_movement where order_id = :order and kind = 'HOLD'";

    private static final String SOLD =
            "select sku, quantity from stock_movement where order_id = :order and kind = 'SALE'";

    /** Sold rather than held, where there are both. */
    private static final String TAKEN =
            """
            select sku, quantity from stock_movement
            where order_id = :order and sku = :sku and kind in ('HOLD', 'SALE') order by kind desc""";

    private static final String TAKE =
            "update stock set available = available - :quantity where sku = :sku and available >= :quantity";

    private static final String PUT_BACK = "update stock set available = available + :quantity where sku = :sku";

    private static final String ADD =
            """
            insert into stock_movement (order_id, sku, kind, quantity, at)
            values (:order, :sku, :kind, :quantity, utc_timestamp(6))""";

    private static final String SELL =
            "update stock_movement set kind = 'SALE' where order_id = :order and kind = 'HOLD'";

    private static final String FORGET = "delete from stock_movement where order_id = :order and kind = 'HOLD'";

    private static final String IS_RESTOCKED =
            "select count(*) from stock_movement where order_id = :order and kind = 'RESTOCK'";

    private final EntityManager store;

    Goods(EntityManager store) {
        this.store = store;
    }

    /** So many pieces of one kind. */
    public record Line(String sku, int quantity) {}

    /** Holds all of it or nothing; what the order holds already counts. False when something is sold out. */
    public boolean hold(OrderId order, List<Line> lines) {
        Map<String, Integer> held = lines(HELD, order).stream().collect(Collectors.toMap(Line::sku, Line::quantity));
        List<Line> missing = sorted(
                lines.stream().filter(line -> !held.containsKey(line.sku())).toList());
        for (int i = 0; i < missing.size(); i++) {
            if (change(TAKE, missing.get(i)) == 0) {
                missing.subList(0, i).forEach(line -> change(PUT_BACK, line));
                return false;
            }
        }
        missing.forEach(line -> add(order, line, "HOLD"));
        return true;
    }

    /** How many pieces of one kind the order holds or has bought; empty for none. */
    public OptionalInt taken(OrderId order, String sku) {
        List<?> rows = store.createNativeQuery(TAKEN)
                .setParameter("order", order.value())
                .setParameter("sku", sku)
                .getResultList();
        return rows.stream()
                .map(Object[].class::cast)
                .mapToInt(row -> ((Number) row[1]).intValue())
                .findFirst();
    }

    /** Takes one kind for an order that has none of it: holds it, or sells it at once. False when it is sold out. */
    public boolean take(OrderId order, Line line, boolean sold) {
        if (change(TAKE, line) == 0) {
            return false;
        }
        add(order, line, sold ? "SALE" : "HOLD");
        return true;
    }

    /** What is held is gone for good. */
    public void sell(OrderId order) {
        store.createNativeQuery(SELL).setParameter("order", order.value()).executeUpdate();
    }

    /** What is held is free again. */
    public void release(OrderId order) {
        sorted(lines(HELD, order)).forEach(line -> change(PUT_BACK, line));
        store.createNativeQuery(FORGET).setParameter("order", order.value()).executeUpdate();
    }

    /** What was sold comes back; a second time nothing more does. */
    public void restock(OrderId order) {
        if (isRestocked(order)) {
            return;
        }
        sorted(lines(SOLD, order)).forEach(line -> {
            change(PUT_BACK, line);
            add(order, line, "RESTOCK");
        });
    }

    private boolean isRestocked(OrderId order) {
        Number rows = (Number) store.createNativeQuery(IS_RESTOCKED)
                .setParameter("order", order.value())
                .getSingleResult();
        return rows.longValue() > 0;
    }

    private List<Line> lines(String query, OrderId order) {
        List<?> rows = store.createNativeQuery(query)
                .setParameter("order", order.value())
                .getResultList();
        return rows.stream()
                .map(Object[].class::cast)
                .map(row -> new Line((String) row[0], ((Number) row[1]).intValue()))
                .toList();
    }

    /** All take the rows of the stock in one order, so that nobody waits in a circle. */
    private static List<Line> sorted(List<Line> lines) {
        return lines.stream().sorted(Comparator.comparing(Line::sku)).toList();
    }

    private int change(String statement, Line line) {
        return store.createNativeQuery(statement)
                .setParameter("sku", line.sku())
                .setParameter("quantity", line.quantity())
                .executeUpdate();
    }

    private void add(OrderId order, Line line, String kind) {
        store.createNativeQuery(ADD)
                .setParameter("order", order.value())
                .setParameter("sku", line.sku())
                .setParameter("kind", kind)
                .setParameter("quantity", line.quantity())
                .executeUpdate();
    }
}
