/**
 * {@code Idempotency-Key}: a keyed request takes effect once, its result is recorded and replayed. {@link
 * Idempotency} is the way in; {@link RecordStore} says where the record can be. Uses {@code value} and {@code store}.
 */
package dev.payonce.idempotency;
