package dev.payonce.token;

import java.time.Duration;

/**
 * One request's wish to spend a token.
 *
 * @param owner unique to the request, so that a late or repeated command is known as its own
 * @param fingerprint of the request's content: the same token with another content is another wish
 * @param lease how long others leave the owner alone
 */
public record Claim(String owner, String fingerprint, Duration lease) {}
