package dev.payonce.sandbox;

/** What was booked under a key, and the fingerprint of the request that did it. */
record SandboxRecorded(String fingerprint, SandboxEntry entry) {}
