/**
 * Messages in: one handler behind the brokers' bindings, the inbox that makes it idempotent, and the dead letters. Uses
 * {@code value}, {@code web}, {@code store}, {@code stock}, {@code order}, {@code token} and {@code payment}.
 */
package dev.payonce.messaging;
