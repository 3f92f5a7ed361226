/**
 * For trying the service out: a payment gateway with a ledger of its own, and sign-in. No feature uses it: the service reaches
 * this gateway over HTTP, like any other. Uses {@code web}.
 */
package dev.payonce.sandbox;
