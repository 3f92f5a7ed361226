/**
 * For trying the service out: a payment gateway with a ledger of its own, sign-in, and embedded stores. No feature uses
 * it: the service reaches this gateway over HTTP, like any other, and only its start knows the stores. Uses {@code web}.
 */
package dev.payonce.sandbox;
