package dev.payonce.webhook;

/** Whether an endpoint is told anything. */
enum EndpointStatus {
    ENABLED,
    /** It has answered 410: told nothing more, for good. */
    DISABLED
}
