/** Where the service starts. Uses {@code sandbox} for stores of its own; nothing uses this package. */
package dev.payonce;
