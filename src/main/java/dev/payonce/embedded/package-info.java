/**
 * A MariaDB and a Redis of our own, for the demo and for tests: fetched by Maven, unpacked, started, stopped. Only the
 * service's start knows them.
 */
package dev.payonce.embedded;
