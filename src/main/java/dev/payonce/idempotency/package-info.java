/**
 * {@code Idempotency-Key}: a keyed request takes effect once, its result is kept in the effect's own transaction and
 * replayed. Uses {@code value} and {@code store}.
 */
package dev.payonce.idempotency;
