/** The one port to the outside: the payment gateway, the HTTP that it speaks, and turns at it. Uses {@code value} only. */
package dev.payonce.gateway;
