/** Transactions on MySQL: retrying lost races, and what counts as a fault of the store. Uses {@code value} and {@code web}. */
package dev.payonce.store;
