/** The jobs that bring to an end what a crash, a lost answer or a forgotten order left. Uses all packages that walk. */
package dev.payonce.recovery;
