/** The catalogue: what can be ordered, at which price, and how much is free. Uses {@code value}, {@code web} and {@code store}. */
package dev.payonce.stock;
