package dev.payonce.stock;

import dev.payonce.value.CurrencyCode;
import dev.payonce.value.Money;
import dev.payonce.value.PlainText;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** The body of {@code PUT /stock/{sku}}. */
record StockChange(
        @NotNull @PlainText(max = 200) String name,
        @NotNull @Min(1) @Max(Money.MAX_AMOUNT) Long price,
        @NotNull @CurrencyCode String currency,
        @NotNull @Min(0) @Max(999_999_999) Long available) {

    StockView as(String sku) {
        return new StockView(sku, name, price, currency, available);
    }
}
