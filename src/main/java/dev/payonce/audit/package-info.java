/**
 * Who did what, when and from where: each change that a caller has made, and each call that was refused for want of a
 * role. Kept beside the request, never in its way. Uses {@code value}, {@code web} and {@code store}.
 */
package dev.payonce.audit;
