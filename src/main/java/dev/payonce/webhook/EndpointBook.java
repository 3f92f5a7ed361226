package dev.payonce.webhook;

import dev.payonce.store.StoreClock;
import dev.payonce.store.Transactions;
import dev.payonce.value.EndpointId;
import dev.payonce.value.WebhookSecret;
import dev.payonce.web.Page;
import io.quarkus.logging.Log;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hibernate.exception.ConstraintViolationException;

/** Keeps merchants' endpoints and their secrets. All of it blocks. */
@ApplicationScoped
class EndpointBook {

    private final Transactions transactions;
    private final Endpoints endpoints;
    private final SecretSeal seal;
    private final StoreClock clock;
    private final WebhookConfig config;

    EndpointBook(
            Transactions transactions, Endpoints endpoints, SecretSeal seal, StoreClock clock, WebhookConfig config) {
        this.transactions = transactions;
        this.endpoints = endpoints;
        this.seal = seal;
        this.clock = clock;
        this.config = config;
    }

    /** Empty where the merchant has as many as it may. */
    Optional<EndpointView> add(NewEndpoint wish, String merchant) {
        for (int tries = 0; tries <= config.endpointsPerMerchant(); tries++) {
            try {
                return transactions.inNew(() -> addOnce(wish, merchant));
            } catch (ConstraintViolationException twin) {
                Log.debugf("another endpoint took the place of this one meanwhile: %s", twin.getConstraintName());
            }
        }
        return Optional.empty();
    }

    private Optional<EndpointView> addOnce(NewEndpoint wish, String merchant) {
        Set<Integer> taken = endpoints.of(merchant).stream().map(Endpoint::slot).collect(Collectors.toSet());
        return IntStream.range(0, config.endpointsPerMerchant())
                .filter(slot -> !taken.contains(slot))
                .boxed()
                .findFirst()
                .map(slot -> addAt(slot, wish, merchant));
    }

    private EndpointView addAt(int slot, NewEndpoint wish, String merchant) {
        EndpointId id = EndpointId.next();
        WebhookSecret secret = WebhookSecret.random();
        Endpoint endpoint = new Endpoint(id, merchant, slot, wish, seal.seal(secret, id), clock.now());
        endpoints.persist(endpoint);
        return EndpointView.of(endpoint, secret);
    }

    Page<EndpointView> page(String merchant, EndpointId before, int limit) {
        return transactions.inNew(() -> Page.of(
                endpoints.page(merchant, before, limit + 1).stream()
                        .map(EndpointView::of)
                        .toList(),
                limit,
                EndpointView::id));
    }

    /** Of this merchant, by id. */
    List<EndpointView> all(String merchant) {
        return transactions.inNew(
                () -> endpoints.of(merchant).stream().map(EndpointView::of).toList());
    }

    /** Whosever it is. */
    Optional<EndpointView> find(EndpointId id) {
        return transactions.inNew(() -> endpoints.findByIdOptional(id.value()).map(EndpointView::of));
    }

    /** Whether there was one, of this merchant. */
    boolean delete(EndpointId id, String merchant) {
        return transactions.inNew(() -> {
            Optional<Endpoint> found = lock(id, merchant);
            found.ifPresent(endpoints::delete);
            return found.isPresent();
        });
    }

    /** Empty where there is none, or it is somebody else's. */
    Optional<Rotation> rotate(EndpointId id, String merchant) {
        return transactions.inNew(() -> lock(id, merchant).map(this::rotate));
    }

    private Rotation rotate(Endpoint endpoint) {
        if (endpoint.signing().size() >= config.secretsAtOnce()) {
            return Rotation.refused(endpoint.untilOneEnds());
        }
        WebhookSecret secret = WebhookSecret.random();
        endpoint.rotate(seal.seal(secret, endpoint.id()), config.rotationOverlap());
        return Rotation.done(EndpointView.of(endpoint, secret));
    }

    private Optional<Endpoint> lock(EndpointId id, String merchant) {
        return endpoints
                .lock(id)
                .filter(endpoint -> endpoint.merchant().equals(merchant))
                .map(Endpoint::recognized);
    }

    /** It wants to hear nothing any more. */
    boolean disable(EndpointId id) {
        return transactions.inNew(() -> {
            endpoints.lock(id).filter(Endpoint::isEnabled).ifPresent(Endpoint::disable);
            return true;
        });
    }

    /** Those that sign; empty where this instance cannot read them. */
    List<WebhookSecret> secrets(Endpoint endpoint) {
        return endpoint.signing().stream()
                .map(bytes -> seal.open(bytes, endpoint.id()))
                .flatMap(Optional::stream)
                .map(SecretSeal.Opened::secret)
                .toList();
    }
}
