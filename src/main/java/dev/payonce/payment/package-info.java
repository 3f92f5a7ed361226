/**
 * The walk of a payment: a token is issued, consumed, the payment opened, charged, settled, and its outcome published.
 * {@link PayOrder} tells it. Uses {@code value}, {@code web}, {@code store}, {@code limit}, {@code stock}, {@code order}, {@code token} and {@code
 * gateway}.
 */
package dev.payonce.payment;
