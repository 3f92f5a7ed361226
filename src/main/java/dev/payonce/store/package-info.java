/** The stores behind their limits: transactions that retry, Redis that is given up in time. Uses only {@code value}. */
package dev.payonce.store;
