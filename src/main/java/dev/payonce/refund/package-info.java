/**
 * The walk of money that goes back: the sum is reserved, the gateway called, the refund settled. {@link RefundPayment}
 * tells it. Uses {@code value}, {@code web}, {@code store}, {@code idempotency}, {@code order}, {@code stock}, {@code
 * payment} and {@code gateway}.
 */
package dev.payonce.refund;
