/**
 * Tells the world what happened to orders: events leave the outbox for each receiver, in order per order, at least once. Uses
 * {@code value}, {@code web}, {@code store} and {@code order}.
 */
package dev.payonce.events;
