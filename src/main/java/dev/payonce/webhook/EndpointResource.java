package dev.payonce.webhook;

import dev.payonce.value.EndpointId;
import dev.payonce.web.Caller;
import dev.payonce.web.Page;
import dev.payonce.web.PageLimit;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;

/** {@code /webhook-endpoints}: where a merchant is told. */
@Path("/webhook-endpoints")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed(Role.MERCHANT)
class EndpointResource {

    private static final EndpointId NEWEST = new EndpointId(Long.MAX_VALUE);

    private final EndpointBook book;
    private final Targets targets;
    private final Problems problems;
    private final Caller caller;

    EndpointResource(EndpointBook book, Targets targets, Problems problems, Caller caller) {
        this.book = book;
        this.targets = targets;
        this.problems = problems;
        this.caller = caller;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public RestResponse<Object> add(@NotNull @Valid NewEndpoint wish) {
        if (!targets.mayBe(wish.url())) {
            return problems.invalid("url", TargetUrl.RULE);
        }
        return book.add(wish, caller.subject())
                .map(endpoint -> ResponseBuilder.create(Status.CREATED, (Object) endpoint)
                        .header(HttpHeaders.LOCATION, "/webhook-endpoints/" + endpoint.id())
                        .build())
                .orElseGet(() -> problems.answer(
                        ProblemType.WEBHOOK_ENDPOINT_LIMIT, ProblemType.WEBHOOK_ENDPOINT_LIMIT.remedy()));
    }

    /** Newest first. */
    @GET
    public RestResponse<Object> list(
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit, @RestQuery String after) {
        Optional<EndpointId> before = after == null ? Optional.of(NEWEST) : EndpointId.parse(after);
        return before.map(id -> RestResponse.ok((Object) book.page(caller.subject(), id, Integer.parseInt(limit))))
                .orElseGet(() -> problems.invalid("after", Page.AFTER_RULE));
    }

    @DELETE
    @Path("{id}")
    public RestResponse<Object> delete(@RestPath String id) {
        return EndpointId.parse(id)
                .filter(endpoint -> book.delete(endpoint, caller.subject()))
                .map(deleted -> RestResponse.noContent())
                .orElseGet(this::notFound);
    }

    @POST
    @Path("{id}/rotate")
    public RestResponse<Object> rotate(@RestPath String id) {
        return EndpointId.parse(id)
                .flatMap(endpoint -> book.rotate(endpoint, caller.subject()))
                .map(this::rotated)
                .orElseGet(this::notFound);
    }

    private RestResponse<Object> rotated(Rotation rotation) {
        return rotation.isDone()
                ? RestResponse.ok(rotation.endpoint())
                : problems.limited("webhook-secrets", rotation.retryAfter());
    }

    private RestResponse<Object> notFound() {
        return problems.answer(ProblemType.NOT_FOUND, "There is no such webhook endpoint.");
    }
}
