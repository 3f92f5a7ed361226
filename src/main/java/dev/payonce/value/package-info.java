/** The types that every step of a payment shares: ids, money, the clock. Uses no other package. */
package dev.payonce.value;
