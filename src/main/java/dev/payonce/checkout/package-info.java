/** The pages on which people buy and pay: shells without data, which ask this service over HTTP. Uses {@code web}. */
package dev.payonce.checkout;
