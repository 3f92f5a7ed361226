/** The one-time token: what it says, its signature, and its life in Redis. Uses {@code value} and {@code store}. */
package dev.payonce.token;
