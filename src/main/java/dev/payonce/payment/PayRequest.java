package dev.payonce.payment;

import dev.payonce.token.PaymentToken;
import dev.payonce.value.Money;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/**
 * The body of {@code POST /pay}.
 *
 * @param paymentMethod the gateway's own name for a way to pay
 * @param orderId like {@code amount} and {@code currency}: a cross-check for careful callers; must be the token's if given
 */
record PayRequest(
        @NotNull @Size(min = 1, max = 255) String token,
        @NotNull @Pattern(regexp = "[!-~]{1,255}", message = "must be 1 to 255 printable ASCII characters")
                String paymentMethod,
        @Size(max = 64) String orderId,
        @Min(1) @Max(Money.MAX_AMOUNT) Long amount,
        @Pattern(regexp = "[A-Z]{3}", message = "must be an upper-case ISO 4217 code") String currency) {

    boolean agreesWith(PaymentToken claims) {
        return (orderId == null || orderId.equals(claims.orderId().toString()))
                && (amount == null || amount == claims.price().amount())
                && (currency == null || currency.equals(claims.price().currency()));
    }

    /** The token is a secret. */
    @Override
    public String toString() {
        return "PayRequest[" + orderId + ", " + amount + " " + currency + "]";
    }
}
