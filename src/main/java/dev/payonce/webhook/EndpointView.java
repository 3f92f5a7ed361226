package dev.payonce.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.payonce.value.EndpointId;
import dev.payonce.value.WebhookSecret;
import java.time.Instant;
import java.util.List;

/**
 * An endpoint as its merchant sees it.
 *
 * @param events null for all
 * @param previousSecretUntil how long the secret before the last rotation signs, too; null if there is none
 * @param secret only in the answer that makes it
 */
record EndpointView(
        EndpointId id,
        String url,
        List<String> events,
        EndpointStatus status,
        Instant createdAt,
        Instant previousSecretUntil,
        @JsonInclude(JsonInclude.Include.NON_NULL) String secret) {

    static EndpointView of(Endpoint endpoint) {
        return withSecret(endpoint, null);
    }

    static EndpointView of(Endpoint endpoint, WebhookSecret secret) {
        return withSecret(endpoint, secret.shown());
    }

    private static EndpointView withSecret(Endpoint endpoint, String shown) {
        return new EndpointView(
                endpoint.id(),
                endpoint.url(),
                endpoint.events().isEmpty() ? null : endpoint.events(),
                endpoint.status(),
                endpoint.createdAt(),
                endpoint.previousSignsUntil(),
                shown);
    }

    @Override
    public String toString() {
        return "EndpointView[" + id + "]";
    }
}
