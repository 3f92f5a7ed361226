/**
 * For trying the service out: a payment gateway with a ledger of its own, sign-in, and embedded stores. Uses no other
 * package, and none uses it: the service reaches this gateway over HTTP, like any other.
 */
package dev.payonce.sandbox;
