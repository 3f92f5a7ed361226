package dev.payonce.order;

import jakarta.persistence.Embeddable;

/**
 * One line of an order, at the price and under the name that the catalogue had when it was made.
 *
 * @param unitPrice in the minor unit of the order's currency
 */
@Embeddable
public record OrderItem(String sku, String name, int quantity, long unitPrice) {

    /** What the line costs. At most 9999 times the dearest price, which a long holds for a hundred lines. */
    long sum() {
        return quantity * unitPrice;
    }
}
