package dev.payonce.audit;

import dev.payonce.audit.Deed.Result;
import dev.payonce.value.AuditId;
import dev.payonce.value.OneOf;
import dev.payonce.value.PlainText;
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

/** {@code GET /audit}: who did what, for those who run the service. */
@Path("/audit")
@Produces(MediaType.APPLICATION_JSON)
class AuditResource {

    private static final AuditId NEWEST = new AuditId(Long.MAX_VALUE);

    private final AuditBook book;
    private final Problems problems;

    AuditResource(AuditBook book, Problems problems) {
        this.book = book;
        this.problems = problems;
    }

    /** Newest first. */
    @GET
    @RolesAllowed(Role.OPERATOR)
    public RestResponse<Object> list(
            @RestQuery @PlainText(max = 255) String actor,
            @RestQuery @OneOf(Result.class) String result,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery String after) {
        Optional<AuditId> start = after == null ? Optional.of(NEWEST) : AuditId.parse(after);
        Optional<Result> shown = Optional.ofNullable(result).map(Result::valueOf);
        int size = Integer.parseInt(limit);
        return start.map(before -> book.page(Optional.ofNullable(actor), shown, before, size + 1))
                .map(found -> RestResponse.ok((Object) page(found, size)))
                .orElseGet(() -> problems.invalid("after", Page.AFTER_RULE));
    }

    private static Page<AuditEntry.View> page(List<AuditEntry.View> found, int limit) {
        return Page.of(found, limit, AuditEntry.View::id);
    }
}
