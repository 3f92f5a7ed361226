/**
 * Lets callers watch one order: a stream of its events, from MySQL, with Redis as the bell. Uses {@code value}, {@code web},
 * {@code store} and {@code order}.
 */
package dev.payonce.stream;
