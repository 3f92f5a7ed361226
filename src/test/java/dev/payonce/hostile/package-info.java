/** Attacks: who may do what, forged sign-ins and tokens, requests that no client would send. */
package dev.payonce.hostile;
