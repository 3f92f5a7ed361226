/**
 * The payment buffer: a bell in Redis, and the workers that hear it and go on with payments that were accepted for later.
 * MySQL is the truth; a bell that is lost costs time alone. Uses {@code value}, {@code store}, {@code gateway} and {@code payment}.
 */
package dev.payonce.buffer;
