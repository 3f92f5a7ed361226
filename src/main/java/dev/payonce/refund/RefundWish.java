package dev.payonce.refund;

import dev.payonce.value.Money;
import dev.payonce.value.PlainText;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * The body of {@code POST /payments/{id}/refunds}.
 *
 * @param amount in the currency's minor unit; null for all that is left
 * @param restock whether the goods are back too
 */
record RefundWish(@Min(1) @Max(Money.MAX_AMOUNT) Long amount, @PlainText(max = 255) String reason, Boolean restock) {

    /** Left out and false are the same content. */
    RefundWish {
        restock = Boolean.TRUE.equals(restock);
    }
}
