package dev.payonce.value;

import java.util.Currency;

/**
 * An amount in a currency's minor unit (cents for USD, whole yen for JPY, fils for KWD).
 *
 * @param amount 1 to {@value #MAX_AMOUNT}
 * @param currency an upper-case ISO 4217 code of a currency that is used for payments
 */
public record Money(long amount, String currency) {

    public static final long MAX_AMOUNT = 999_999_999_999L;

    public Money {
        if (amount < 1 || amount > MAX_AMOUNT) {
            throw new IllegalArgumentException("amount must be from 1 to " + MAX_AMOUNT);
        }
        if (!isCurrency(currency)) {
            throw new IllegalArgumentException("currency must be an upper-case ISO 4217 code");
        }
    }

    /** Whether the text is an ISO 4217 code with a minor unit; codes such as XXX and XAU have none. */
    public static boolean isCurrency(String code) {
        try {
            return code != null && Currency.getInstance(code).getDefaultFractionDigits() >= 0;
        } catch (IllegalArgumentException notACurrency) {
            return false;
        }
    }
}
