/**
 * The jobs that bring to an end what a crash, a lost answer or a forgotten order left. The gateway's own events arrive here,
 * too. Uses {@code value}, {@code web}, {@code store}, {@code audit}, {@code events}, {@code idempotency}, {@code order},
 * {@code payment}, {@code refund}, {@code messaging} and {@code gateway}.
 */
package dev.payonce.recovery;
