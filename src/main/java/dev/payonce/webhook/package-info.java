/**
 * Webhooks: merchants' endpoints are told events over HTTPS, signed as Standard Webhooks say. Uses {@code value}, {@code
 * web}, {@code store}, {@code token} and {@code events}.
 */
package dev.payonce.webhook;
