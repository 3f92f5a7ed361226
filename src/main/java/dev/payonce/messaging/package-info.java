/**
 * The brokers: one handler of messages behind their bindings, the inbox that makes it idempotent, the dead letters; and
 * the events that go out by them. Uses {@code value}, {@code web}, {@code store}, {@code stock}, {@code order}, {@code
 * token}, {@code payment} and {@code events}.
 */
package dev.payonce.messaging;
