package dev.payonce.idempotency;

import java.util.function.Supplier;

/**
 * What a keyed request is to bring about, in one transaction.
 *
 * @param type of its result, which must survive JSON
 * @param run blocks
 */
record Effect<T>(Class<T> type, Supplier<T> run) {}
