/** Whether this instance can do its work: a probe is written to both stores, the way that requests go. Uses {@code store}. */
package dev.payonce.health;
