package dev.payonce.webhook;

import dev.payonce.events.DeliveryLog;
import dev.payonce.store.StoreFault;
import dev.payonce.value.DeliveryId;
import dev.payonce.value.EndpointId;
import dev.payonce.web.Caller;
import dev.payonce.web.Page;
import dev.payonce.web.PageLimit;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.RetryAfter;
import dev.payonce.web.Role;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;

/** {@code /webhook-deliveries}: what a merchant's endpoints were told. */
@Path("/webhook-deliveries")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.MERCHANT)
class DeliveryResource {

    private static final DeliveryId NEWEST = new DeliveryId(Long.MAX_VALUE);

    private final DeliveryLog log;
    private final EndpointBook book;
    private final Problems problems;
    private final Caller caller;

    DeliveryResource(DeliveryLog log, EndpointBook book, Problems problems, Caller caller) {
        this.log = log;
        this.book = book;
        this.problems = problems;
        this.caller = caller;
    }

    /** Newest first. */
    @GET
    public RestResponse<Object> list(
            @RestQuery String endpoint,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery String after) {
        Map<String, EndpointView> mine = mine();
        if (endpoint != null && !mine.containsKey(endpoint)) {
            return problems.invalid("endpoint", "must be the id of an endpoint of yours");
        }
        Optional<DeliveryId> before = after == null ? Optional.of(NEWEST) : DeliveryId.parse(after);
        if (before.isEmpty()) {
            return problems.invalid("after", Page.AFTER_RULE);
        }
        int size = Integer.parseInt(limit);
        List<DeliveryView> found =
                log.page(endpoint == null ? mine.keySet() : List.of(endpoint), before.get(), size + 1).stream()
                        .map(DeliveryView::of)
                        .toList();
        return RestResponse.ok(Page.of(found, size, DeliveryView::id));
    }

    /** Again to one of the merchant's own endpoints; an operator may tell everybody's. */
    @POST
    @Path("{id}/resend")
    @RolesAllowed({Role.MERCHANT, Role.OPERATOR})
    public RestResponse<Object> resend(@RestPath String id) {
        return DeliveryId.parse(id)
                .flatMap(log::find)
                .flatMap(delivery -> endpoint(delivery).map(endpoint -> resend(delivery, endpoint)))
                .orElseGet(() -> problems.answer(ProblemType.NOT_FOUND, "There is no such webhook delivery."));
    }

    /** Empty where it is none of the caller's, or none at all: a broker. */
    private Optional<EndpointView> endpoint(DeliveryLog.Entry delivery) {
        return caller.isOperator()
                ? EndpointId.parse(delivery.receiver()).flatMap(book::find)
                : Optional.ofNullable(mine().get(delivery.receiver()));
    }

    private RestResponse<Object> resend(DeliveryLog.Entry delivery, EndpointView endpoint) {
        return switch (endpoint.status()) {
            case ENABLED -> sendAgain(delivery);
            case DISABLED -> {
                ProblemType disabled = ProblemType.WEBHOOK_ENDPOINT_DISABLED;
                yield problems.answer(disabled, disabled.remedy());
            }
            case UNRECOGNIZED -> throw StoreFault.ofNewerVersion(endpoint.id().toString());
        };
    }

    private RestResponse<Object> sendAgain(DeliveryLog.Entry delivery) {
        return ResponseBuilder.create(Status.ACCEPTED, (Object) DeliveryView.of(log.sendAgain(delivery.id())))
                .header(RetryAfter.HEADER, RetryAfter.seconds(RetryAfter.SOON))
                .build();
    }

    /** By id. */
    private Map<String, EndpointView> mine() {
        return book.all(caller.subject()).stream()
                .collect(Collectors.toMap(endpoint -> endpoint.id().toString(), Function.identity()));
    }
}
