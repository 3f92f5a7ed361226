package dev.payonce.order;

import static dev.payonce.order.OrderStatus.CANCELLED;
import static dev.payonce.order.OrderStatus.EXPIRED;
import static dev.payonce.order.OrderStatus.PAID;
import static dev.payonce.order.OrderStatus.PARTIALLY_REFUNDED;
import static dev.payonce.order.OrderStatus.PAYMENT_FAILED;
import static dev.payonce.order.OrderStatus.PENDING;
import static dev.payonce.order.OrderStatus.PROCESSING;
import static dev.payonce.order.OrderStatus.REFUNDED;
import static dev.payonce.order.OrderStatus.UNRECOGNIZED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderStatusTest {

    private static final Map<OrderStatus, Set<OrderStatus>> MOVES = Map.of(
            PENDING, Set.of(PROCESSING, CANCELLED, EXPIRED),
            PAYMENT_FAILED, Set.of(PROCESSING, CANCELLED, EXPIRED),
            PROCESSING, Set.of(PAID, PAYMENT_FAILED),
            PAID, Set.of(PARTIALLY_REFUNDED, REFUNDED),
            PARTIALLY_REFUNDED, Set.of(PARTIALLY_REFUNDED, REFUNDED),
            REFUNDED, Set.of(),
            CANCELLED, Set.of(),
            EXPIRED, Set.of(),
            UNRECOGNIZED, Set.of());

    @ParameterizedTest
    @EnumSource
    void onlyTheseMovesExist(OrderStatus from) {
        Set<OrderStatus> allowed =
                Stream.of(OrderStatus.values()).filter(from::mayBecome).collect(Collectors.toSet());

        assertEquals(MOVES.get(from), allowed);
    }
}
