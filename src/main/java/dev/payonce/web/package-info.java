/** What all edges share: problem+json, strict JSON, request ids, the caller. Uses only {@code value}. */
package dev.payonce.web;
