/** Whether this instance can do its work: a probe is written to both stores. Uses no other package. */
package dev.payonce.health;
