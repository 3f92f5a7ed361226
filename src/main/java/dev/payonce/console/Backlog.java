package dev.payonce.console;

/**
 * Something that waits in MySQL, of all instances.
 *
 * @param count how many; no higher than {@code payonce.console.count-limit}
 * @param oldestSeconds the age of the oldest of those counted; null where there is none
 */
record Backlog(long count, Double oldestSeconds) {}
