/**
 * For trying the service out: a payment gateway with a ledger of its own, sign-in, and embedded stores. Uses only
 * {@code web}, and no package uses it: the service reaches this gateway over HTTP, like any other.
 */
package dev.payonce.sandbox;
