package dev.payonce.order;

import dev.payonce.stock.Stock;
import dev.payonce.value.CurrencyCode;
import dev.payonce.value.Money;
import dev.payonce.value.PlainText;
import dev.payonce.web.Violation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The body of {@code POST /orders}: goods at catalogue prices, or (from a merchant) an amount. */
record NewOrder(
        @PlainText(max = 255) String customerId,
        @Size(min = 1, max = 100, message = "must have 1 to 100 lines") List<@NotNull @Valid Line> items,
        @Min(1) @Max(Money.MAX_AMOUNT) Long amount,
        @CurrencyCode String currency,
        @PlainText(max = 500) String description) {

    /** How many pieces of which goods. */
    record Line(
            @NotNull
                    @Pattern(
                            regexp = Stock.SKU,
                            message = "must be 1 to 64 letters, digits, dots, underscores or hyphens")
                    String sku,
            @NotNull @Min(1) @Max(9999) Integer quantity) {}

    /** Only the order system sets a price or orders for somebody else. */
    boolean needsMerchant() {
        return customerId != null || amount != null || currency != null;
    }

    /** What is wrong beyond single fields; empty if nothing. */
    List<Violation> violations(boolean merchant) {
        List<Violation> wrong = new ArrayList<>();
        if (merchant && customerId == null) {
            wrong.add(new Violation("customerId", "is required"));
        }
        if (items != null) {
            onlyWithoutItems(wrong);
            eachSkuOnce(wrong);
        } else if (merchant) {
            amountAndCurrency(wrong);
        } else {
            wrong.add(new Violation("items", "is required"));
        }
        return wrong;
    }

    private void onlyWithoutItems(List<Violation> wrong) {
        String message = "must not be given together with items";
        if (amount != null) {
            wrong.add(new Violation("amount", message));
        }
        if (currency != null) {
            wrong.add(new Violation("currency", message));
        }
        if (description != null) {
            wrong.add(new Violation("description", message));
        }
    }

    private void eachSkuOnce(List<Violation> wrong) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < items.size(); i++) {
            if (!seen.add(items.get(i).sku())) {
                wrong.add(new Violation("items[" + i + "].sku", "must not be ordered twice: raise the quantity"));
            }
        }
    }

    private void amountAndCurrency(List<Violation> wrong) {
        if (amount == null && currency == null) {
            wrong.add(new Violation("items", "is required, or amount and currency"));
        } else if (amount == null) {
            wrong.add(new Violation("amount", "is required"));
        } else if (currency == null) {
            wrong.add(new Violation("currency", "is required"));
        }
    }
}
