package dev.payonce.stream;

/**
 * One event of an order's stream.
 *
 * @param at where a client that has it goes on
 * @param type such as {@code order.paid}
 * @param data JSON
 */
record StreamedEvent(Position at, String type, String data) {}
