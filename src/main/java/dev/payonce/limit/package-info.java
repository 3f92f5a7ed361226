/**
 * How often something may be done: counted in Redis for all instances together, and here alone while Redis is away. Uses
 * {@code value} and {@code store}.
 */
package dev.payonce.limit;
