/**
 * The operator's console: a page without data of its own, and the live figures that it shows. All else on it comes by the
 * operations that operators have anyway. Uses {@code value}, {@code web} and {@code store}.
 */
package dev.payonce.console;
