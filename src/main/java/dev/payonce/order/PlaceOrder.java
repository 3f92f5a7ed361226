package dev.payonce.order;

import dev.payonce.idempotency.Idempotency;
import dev.payonce.idempotency.KeyedRequest;
import dev.payonce.idempotency.Once;
import dev.payonce.stock.Stock;
import dev.payonce.stock.Stocks;
import dev.payonce.store.StoreClock;
import dev.payonce.value.Money;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes an order, at catalogue prices or for the amount that a merchant names. */
@ApplicationScoped
class PlaceOrder {

    private final Idempotency idempotency;
    private final Orders orders;
    private final Stocks stocks;
    private final StoreClock clock;
    private final OrderConfig config;

    PlaceOrder(Idempotency idempotency, Orders orders, Stocks stocks, StoreClock clock, OrderConfig config) {
        this.idempotency = idempotency;
        this.orders = orders;
        this.stocks = stocks;
        this.clock = clock;
        this.config = config;
    }

    /**
     * @param customerId whose order it will be
     * @param actor who wants it
     */
    Uni<Once<Placement>> place(NewOrder wish, String customerId, String actor, Optional<KeyedRequest> keyed) {
        return idempotency.once(
                keyed,
                Placement.class,
                () -> wish.items() == null
                        ? byAmount(wish, customerId, actor)
                        : byItems(wish.items(), customerId, actor));
    }

    private Placement byAmount(NewOrder wish, String customerId, String actor) {
        Money price = new Money(wish.amount(), wish.currency());
        return keep(new Draft(customerId, price, wish.description(), List.of(), actor));
    }

    private Placement byItems(List<NewOrder.Line> lines, String customerId, String actor) {
        Map<String, Stock> goods = catalogue(lines);
        List<String> unknown =
                skus(lines).stream().filter(sku -> !goods.containsKey(sku)).toList();
        if (!unknown.isEmpty()) {
            return Placement.refused(Placement.Refusal.UNKNOWN_SKU, unknown);
        }
        List<String> currencies = goods.values().stream()
                .map(stock -> stock.price().currency())
                .distinct()
                .toList();
        if (currencies.size() > 1) {
            return Placement.refused(Placement.Refusal.MIXED_CURRENCIES, skus(lines));
        }
        List<OrderItem> items =
                lines.stream().map(line -> item(line, goods.get(line.sku()))).toList();
        long sum = items.stream().mapToLong(OrderItem::sum).sum();
        if (sum > Money.MAX_AMOUNT) {
            return Placement.refused(Placement.Refusal.AMOUNT_TOO_LARGE, List.of());
        }
        return keep(new Draft(customerId, new Money(sum, currencies.get(0)), null, items, actor));
    }

    private Map<String, Stock> catalogue(List<NewOrder.Line> lines) {
        return stocks.find(skus(lines)).stream().collect(Collectors.toMap(Stock::sku, Function.identity()));
    }

    private static List<String> skus(List<NewOrder.Line> lines) {
        return lines.stream().map(NewOrder.Line::sku).toList();
    }

    private static OrderItem item(NewOrder.Line line, Stock goods) {
        return new OrderItem(
                goods.sku(), goods.name(), line.quantity(), goods.price().amount());
    }

    private Placement keep(Draft draft) {
        Order order = new Order(draft, clock.now(), config.lifetime());
        orders.persist(order);
        return Placement.placed(order);
    }
}
