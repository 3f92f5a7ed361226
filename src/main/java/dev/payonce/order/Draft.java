package dev.payonce.order;

import dev.payonce.value.Money;
import java.util.List;

/**
 * Everything that an order is made of, priced.
 *
 * @param customerId whose order it will be
 * @param description null for none
 * @param actor who places it: the customer or a merchant
 */
record Draft(String customerId, Money price, String description, List<OrderItem> items, String actor) {}
