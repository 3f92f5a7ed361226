package dev.payonce.web;

/**
 * What is wrong with one field of a request.
 *
 * @param field its path in the body, such as {@code items[0].sku}, or the name of a header or parameter
 * @param message what it must be, in plain English
 */
public record Violation(String field, String message) {

    /** Names come from callers too: a long one is not sent back whole. */
    private static final int MAX_FIELD = 200;

    public Violation {
        if (field.length() > MAX_FIELD) {
            field = field.substring(0, MAX_FIELD) + "...";
        }
    }
}
