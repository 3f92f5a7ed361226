package dev.payonce.messaging;

import dev.payonce.messaging.Command.DeductGoods;
import dev.payonce.messaging.Outcome.Handled;
import dev.payonce.order.Order;
import dev.payonce.order.OrderItem;
import dev.payonce.order.Orders;
import dev.payonce.stock.Goods;
import dev.payonce.stock.Stocks;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code inventory.deduct}: takes goods for an order, once for each order and kind, whoever comes first, message or
 * payment. Goods and mark commit together, under the order's row lock.
 */
@ApplicationScoped
class HandleDeduction {

    /** What the inbox keeps: the movement of the stock is found by order and kind. */
    private static final String RESULT = "taken";

    private final Inbox inbox;
    private final Orders orders;
    private final Goods goods;
    private final Stocks stocks;

    HandleDeduction(Inbox inbox, Orders orders, Goods goods, Stocks stocks) {
        this.inbox = inbox;
        this.orders = orders;
        this.goods = goods;
        this.stocks = stocks;
    }

    /** Why goods are not taken. */
    private record Refused(DeadReason reason, String detail) {}

    Outcome handle(Message message, DeductGoods command) {
        return inbox.once(message, mark -> mark.replay(message), () -> handleNew(message, command));
    }

    private Outcome handleNew(Message message, DeductGoods command) {
        Optional<Refused> refused = orders.lock(command.order())
                .map(order -> deduct(order, command))
                .orElseGet(() -> refused(DeadReason.UNKNOWN_ORDER, "there is no such order"));
        if (refused.isPresent()) {
            return message.dead(refused.get().reason(), refused.get().detail());
        }
        inbox.mark(message, RESULT);
        return new Handled();
    }

    private Optional<Refused> deduct(Order order, DeductGoods command) {
        OptionalInt taken = goods.taken(order.id(), command.sku());
        if (taken.isPresent()) {
            return taken.getAsInt() == command.quantity()
                    ? Optional.empty()
                    : refused(DeadReason.QUANTITY_DIFFERS, "the order has " + taken.getAsInt() + " of it");
        }
        int wanted = order.isMadeOfItems() ? pieces(order, command.sku()) : command.quantity();
        return wanted == command.quantity()
                ? take(order, command)
                : refused(DeadReason.QUANTITY_DIFFERS, "the order is for " + wanted + " of it");
    }

    private static int pieces(Order order, String sku) {
        return order.items().stream()
                .filter(item -> item.sku().equals(sku))
                .mapToInt(OrderItem::quantity)
                .sum();
    }

    private Optional<Refused> take(Order order, DeductGoods command) {
        return switch (order.status()) {
            case PENDING, PAYMENT_FAILED, PROCESSING -> take(order, command, false);
            case PAID -> take(order, command, true);
            case PARTIALLY_REFUNDED, REFUNDED, CANCELLED, EXPIRED, UNRECOGNIZED ->
                refused(DeadReason.ILLEGAL_STATE, "the order is " + order.status());
        };
    }

    private Optional<Refused> take(Order order, DeductGoods command, boolean sold) {
        if (!goods.take(order.id(), new Goods.Line(command.sku(), command.quantity()), sold)) {
            return stocks.find(List.of(command.sku())).isEmpty()
                    ? refused(DeadReason.UNKNOWN_SKU, "the catalogue does not have it")
                    : refused(DeadReason.OUT_OF_STOCK, "there are not enough left");
        }
        if (!order.isMadeOfItems()) {
            order.takeGoods();
        }
        return Optional.empty();
    }

    private static Optional<Refused> refused(DeadReason reason, String detail) {
        return Optional.of(new Refused(reason, detail));
    }
}
