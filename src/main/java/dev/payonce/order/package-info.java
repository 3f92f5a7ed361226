/**
 * The order: its states, versions and history, and the events it leaves in the outbox. Uses {@code value}, {@code web},
 * {@code store}, {@code idempotency} and {@code stock}.
 */
package dev.payonce.order;
