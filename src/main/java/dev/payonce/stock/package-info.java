/** The catalogue, and the goods behind it: held for an order, sold, given back. Uses {@code value}, {@code web} and {@code store}. */
package dev.payonce.stock;
