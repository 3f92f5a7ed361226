/**
 * The lab: ways to pay an order once, right and wrong, side by side in the same storm. Its tables, keys and ledger are its
 * own; no real order is touched. Uses {@code value}, {@code web}, {@code store} and {@code token}.
 */
package dev.payonce.lab;
