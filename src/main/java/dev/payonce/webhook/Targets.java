package dev.payonce.webhook;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Where webhooks may go. Whoever can register an endpoint must not be able to make this service talk to what only this
 * service can reach.
 */
@ApplicationScoped
class Targets {

    private final HostNames names;
    private final boolean localAllowed;

    Targets(HostNames names, WebhookConfig config) {
        this.names = names;
        this.localAllowed = config.allowLocalTargets();
    }

    /** Whether an endpoint may have this URL. What its name leads to is looked at with each delivery. */
    boolean mayBe(String url) {
        return find(url).isPresent();
    }

    Optional<TargetUrl> find(String url) {
        return TargetUrl.parse(url).filter(target -> localAllowed || target.mayBePublic());
    }

    /**
     * The very address to connect to; a second look-up could tell another one. Empty where one of the host's addresses is
     * not public, for a name that leads to both is a trick.
     */
    Uni<Optional<InetAddress>> address(TargetUrl target) {
        return target.literal()
                .map(address -> Uni.createFrom().item(List.of(address)))
                .orElseGet(() -> names.addresses(target.host()))
                .map(addresses -> addresses.stream().allMatch(this::isAllowed)
                        ? addresses.stream().findFirst()
                        : Optional.empty());
    }

    private boolean isAllowed(InetAddress address) {
        return localAllowed || PublicAddress.isPublic(address);
    }
}
