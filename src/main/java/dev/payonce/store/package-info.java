/** The stores behind their limits: transactions that retry, Redis that is given up in time. Uses {@code value} and {@code web}. */
package dev.payonce.store;
