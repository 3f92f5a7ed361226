package dev.payonce.store;

import java.util.function.IntUnaryOperator;

/**
 * What a feature ends or forgets once its time has come. Each feature produces its own; one job finds and does them all.
 *
 * @param what as the log calls it, such as {@code forgetting of old keys}
 * @param batch does at most so much of it, and answers how much; blocks
 */
public record Chore(String what, IntUnaryOperator batch) {}
