package dev.payonce.webhook;

import dev.payonce.store.Transactions;
import dev.payonce.token.TokenConfig;
import dev.payonce.value.EndpointId;
import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;

/**
 * After a rotation of {@code payonce.token.secret}, seals endpoints' secrets under the new one before the previous one is
 * taken out of the configuration.
 */
@ApplicationScoped
class ResealSecrets {

    private static final int BATCH = 100;
    private static final EndpointId FIRST = new EndpointId(Long.MIN_VALUE);

    private final Transactions transactions;
    private final Endpoints endpoints;
    private final SecretSeal seal;
    private final boolean rotating;

    ResealSecrets(Transactions transactions, Endpoints endpoints, SecretSeal seal, TokenConfig config) {
        this.transactions = transactions;
        this.endpoints = endpoints;
        this.seal = seal;
        this.rotating = config.previousSecret().isPresent();
    }

    @Scheduled(identity = "reseal-webhook-secrets", every = "${payonce.cleanup.every}")
    void run() {
        if (rotating) {
            resealAll();
        }
    }

    void resealAll() {
        EndpointId after = FIRST;
        while (after != null) {
            EndpointId from = after;
            after = transactions.inNew(() -> reseal(endpoints.next(from, BATCH)));
        }
    }

    /** The last one that was looked at; null where there was none. */
    private EndpointId reseal(List<Endpoint> some) {
        some.forEach(this::reseal);
        return some.isEmpty() ? null : some.get(some.size() - 1).id();
    }

    private void reseal(Endpoint endpoint) {
        Optional<SecretSeal.Opened> current = seal.open(endpoint.secret(), endpoint.id());
        if (current.isEmpty()) {
            Log.errorf("ALERT: the secret of %s cannot be read; its merchant must rotate it", endpoint.id());
            return;
        }
        if (current.get().stale()) {
            endpoint.reseal(bytes -> seal.open(bytes, endpoint.id())
                    .map(opened -> seal.seal(opened.secret(), endpoint.id()))
                    .orElse(null));
        }
    }
}
