package dev.payonce.web;

import java.util.Currency;
import java.util.stream.Collectors;

/**
 * How many digits the minor unit of each currency has. A browser has its own opinion, which for some currencies is another
 * one: the pages are told ours.
 */
public final class Exponents {

    /** Those that are not 2, as {@code JPY:0 KWD:3 ...}. */
    public static final String TEXT = Currency.getAvailableCurrencies().stream()
            .filter(currency -> currency.getDefaultFractionDigits() >= 0)
            .filter(currency -> currency.getDefaultFractionDigits() != 2)
            .map(currency -> currency.getCurrencyCode() + ":" + currency.getDefaultFractionDigits())
            .sorted()
            .collect(Collectors.joining(" "));

    private Exponents() {}
}
