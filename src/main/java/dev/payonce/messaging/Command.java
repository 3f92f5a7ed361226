package dev.payonce.messaging;

import dev.payonce.value.OrderId;
import java.util.List;
import java.util.function.Function;

/** What a message asks for. */
sealed interface Command {

    String type();

    OrderId order();

    /** All that distinguishes it from another command; without line breaks. */
    List<String> content();

    <T> T fold(Function<PayOrder, T> pay, Function<DeductGoods, T> deduct);

    /** Pay this order, this way. */
    record PayOrder(OrderId order, String paymentMethod) implements Command {

        static final String TYPE = "order.payment";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public List<String> content() {
            return List.of(TYPE, order.toString(), paymentMethod);
        }

        @Override
        public <T> T fold(Function<PayOrder, T> pay, Function<DeductGoods, T> deduct) {
            return pay.apply(this);
        }

        /** The payment method never reaches a log. */
        @Override
        public String toString() {
            return TYPE + " of " + order;
        }
    }

    /** Take these goods out of the stock for the order. */
    record DeductGoods(OrderId order, String sku, int quantity) implements Command {

        static final String TYPE = "inventory.deduct";

        @Override
        public String type() {
            return TYPE;
        }

        @Override
        public List<String> content() {
            return List.of(TYPE, order.toString(), sku, Integer.toString(quantity));
        }

        @Override
        public <T> T fold(Function<PayOrder, T> pay, Function<DeductGoods, T> deduct) {
            return deduct.apply(this);
        }

        @Override
        public String toString() {
            return TYPE + " of " + order;
        }
    }
}
