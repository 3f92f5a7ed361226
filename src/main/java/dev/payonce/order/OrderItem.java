package dev.payonce.order;

import jakarta.persistence.Embeddable;

/**
 * One line of an order, at the price and under the name that the catalogue had when it was made.
 *
 * @param unitPrice in the minor unit of the order's currency
 */
@Embeddable
public record OrderItem(String sku, String name, int quantity, long unitPrice) {}
