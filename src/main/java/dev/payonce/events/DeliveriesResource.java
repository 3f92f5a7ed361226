package dev.payonce.events;

import dev.payonce.value.DeliveryId;
import dev.payonce.value.OneOf;
import dev.payonce.web.Page;
import dev.payonce.web.PageLimit;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;

/** {@code GET /deliveries}: what all receivers were told, webhook endpoints and brokers, for those who run the service. */
@Path("/deliveries")
@Produces(MediaType.APPLICATION_JSON)
class DeliveriesResource {

    private static final DeliveryId NEWEST = new DeliveryId(Long.MAX_VALUE);

    private final DeliveryLog log;
    private final Problems problems;

    DeliveriesResource(DeliveryLog log, Problems problems) {
        this.log = log;
        this.problems = problems;
    }

    /** Newest first. */
    @GET
    @RolesAllowed(Role.OPERATOR)
    public RestResponse<Object> list(
            @RestQuery @OneOf(DeliveryStatus.class) String status,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery String after) {
        Optional<DeliveryStatus> shown = Optional.ofNullable(status).map(DeliveryStatus::valueOf);
        Optional<DeliveryId> start = after == null ? Optional.of(NEWEST) : DeliveryId.parse(after);
        return start.map(before -> RestResponse.ok((Object) page(shown, before, Integer.parseInt(limit))))
                .orElseGet(() -> problems.invalid("after", Page.AFTER_RULE));
    }

    private Page<DeliveryLog.Entry> page(Optional<DeliveryStatus> status, DeliveryId before, int limit) {
        List<DeliveryLog.Entry> found = log.page(status, before, limit + 1);
        return Page.of(found, limit, DeliveryLog.Entry::id);
    }
}
