/**
 * The jobs that bring to an end what a crash, a lost answer or a forgotten order left. The gateway's own events arrive here,
 * too. Uses {@code value}, {@code web}, {@code store}, {@code gateway}, {@code payment}
 * and {@code refund}.
 */
package dev.payonce.recovery;
