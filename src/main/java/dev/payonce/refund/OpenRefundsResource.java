package dev.payonce.refund;

import dev.payonce.store.Transactions;
import dev.payonce.value.RefundId;
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

/** {@code GET /recovery/refunds}: which refunds are open and why, and which ones need a person. */
@Path("/recovery/refunds")
@Produces(MediaType.APPLICATION_JSON)
class OpenRefundsResource {

    private static final RefundId OLDEST = new RefundId(0);

    private final Transactions transactions;
    private final Refunds refunds;
    private final Problems problems;

    OpenRefundsResource(Transactions transactions, Refunds refunds, Problems problems) {
        this.transactions = transactions;
        this.refunds = refunds;
        this.problems = problems;
    }

    /** Oldest first. */
    @GET
    @RolesAllowed(Role.OPERATOR)
    public RestResponse<Object> open(
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit, @RestQuery String after) {
        Optional<RefundId> start = after == null ? Optional.of(OLDEST) : RefundId.parse(after);
        return start.map(id -> RestResponse.ok((Object) page(id, Integer.parseInt(limit))))
                .orElseGet(() -> problems.invalid("after", Page.AFTER_RULE));
    }

    private Page<OpenRefund> page(RefundId after, int limit) {
        List<OpenRefund> found = transactions.read(() -> refunds.openOrGivenUp(after, limit + 1).stream()
                .map(OpenRefund::of)
                .toList());
        return Page.of(found, limit, OpenRefund::id);
    }
}
