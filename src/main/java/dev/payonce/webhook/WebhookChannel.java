package dev.payonce.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.events.Address;
import dev.payonce.events.Channel;
import dev.payonce.events.OutgoingEvent;
import dev.payonce.events.Pace;
import dev.payonce.events.Teller;
import dev.payonce.events.Told;
import dev.payonce.store.Transactions;
import dev.payonce.store.Work;
import dev.payonce.value.EndpointId;
import dev.payonce.value.WebhookSecret;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells merchants' endpoints. */
@ApplicationScoped
class WebhookChannel implements Channel {

    private static final double GROWTH = 3;

    private final Transactions transactions;
    private final Endpoints endpoints;
    private final EndpointBook book;
    private final WebhookClient client;
    private final Clock clock;
    private final Pace pace;

    WebhookChannel(
            Transactions transactions,
            Endpoints endpoints,
            EndpointBook book,
            WebhookClient client,
            Clock clock,
            WebhookConfig config) {
        this.transactions = transactions;
        this.endpoints = endpoints;
        this.book = book;
        this.client = client;
        this.clock = clock;
        this.pace = new Pace(
                config.atOnce(),
                config.timeout(),
                config.lease(),
                config.firstRetry(),
                GROWTH,
                config.maxRetry(),
                Optional.of(config.giveUpAfter()),
                true);
    }

    @Override
    public Optional<String> nameInMetrics(String receiver) {
        return EndpointId.parse(receiver).map(id -> "webhooks");
    }

    @Override
    public List<Address> addresses() {
        return endpoints.enabled().stream()
                .map(endpoint -> new Address(endpoint.id().toString(), Set.copyOf(endpoint.events())))
                .toList();
    }

    @Override
    public Optional<Teller> teller(String receiver) {
        return EndpointId.parse(receiver).map(this::teller);
    }

    private Teller teller(EndpointId id) {
        return transactions.inNew(() -> endpoints
                .findByIdOptional(id.value())
                .map(this::tellerOf)
                .orElseGet(() -> always(Told.gone("endpoint_deleted"))));
    }

    private Teller tellerOf(Endpoint endpoint) {
        return switch (endpoint.status()) {
            case ENABLED -> enabledTeller(endpoint);
            case DISABLED -> always(Told.gone("endpoint_disabled"));
            // tried again: only a newer version knows what became of it
            case UNRECOGNIZED -> always(Told.notTold("endpoint_unrecognized"));
        };
    }

    private static Teller always(Told told) {
        return event -> Uni.createFrom().item(told);
    }

    private Teller enabledTeller(Endpoint endpoint) {
        List<WebhookSecret> secrets = book.secrets(endpoint);
        if (secrets.isEmpty()) {
            return event -> Uni.createFrom().item(Told.notTold("secret_unreadable"));
        }
        EndpointId id = endpoint.id();
        String url = endpoint.url();
        return event -> client.send(url, headers(event, secrets), event.json()).flatMap(told -> after(told, id));
    }

    private Map<String, String> headers(OutgoingEvent event, List<WebhookSecret> secrets) {
        String id = event.id().toString();
        String now = Long.toString(clock.instant().getEpochSecond());
        byte[] body = event.json().getBytes(UTF_8);
        String signatures =
                secrets.stream().map(secret -> secret.sign(id, now, body)).collect(Collectors.joining(" "));
        return Map.of(
                "Content-Type",
                "application/json",
                "User-Agent",
                "payonce",
                "webhook-id",
                id,
                "webhook-timestamp",
                now,
                "webhook-signature",
                signatures);
    }

    private Uni<Told> after(Told told, EndpointId id) {
        return told.kind() == Told.Kind.GONE
                ? Work.onWorker(() -> book.disable(id)).replaceWith(told)
                : Uni.createFrom().item(told);
    }

    @Override
    public Pace pace() {
        return pace;
    }
}
