/** The one port to the outside: the payment gateway, and the HTTP that it speaks. Uses {@code value} only. */
package dev.payonce.gateway;
