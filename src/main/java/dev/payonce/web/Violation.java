package dev.payonce.web;

/**
 * One thing that is wrong with a request.
 *
 * @param field where: a path such as {@code items[0].sku}, a query parameter or a header
 */
public record Violation(String field, String message) {}
