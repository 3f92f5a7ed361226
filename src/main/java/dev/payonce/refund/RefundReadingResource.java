package dev.payonce.refund;

import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import dev.payonce.web.Caller;
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
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;

/** {@code GET /refunds/{id}} and {@code GET /payments/{id}/refunds}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed({Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR})
class RefundReadingResource {

    private static final RefundId NEWEST = new RefundId(Long.MAX_VALUE);

    private final ReadRefund readRefund;
    private final RefundAnswers answers;
    private final Problems problems;
    private final Caller caller;

    RefundReadingResource(ReadRefund readRefund, RefundAnswers answers, Problems problems, Caller caller) {
        this.readRefund = readRefund;
        this.answers = answers;
        this.problems = problems;
        this.caller = caller;
    }

    @GET
    @Path("refunds/{id}")
    public RestResponse<Object> read(@RestPath String id) {
        return RefundId.parse(id)
                .flatMap(refund -> readRefund.find(refund, caller))
                .map(refund -> RestResponse.ok((Object) refund))
                .orElseGet(answers::noSuchRefund);
    }

    /** Newest first. */
    @GET
    @Path("payments/{id}/refunds")
    public RestResponse<Object> list(
            @RestPath String id,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery String after) {
        Optional<RefundId> cursor = after == null ? Optional.of(NEWEST) : RefundId.parse(after);
        if (cursor.isEmpty()) {
            return problems.invalid("after", Page.AFTER_RULE);
        }
        return PaymentId.parse(id)
                .flatMap(payment -> readRefund.ofPayment(payment, cursor.get(), Integer.parseInt(limit), caller))
                .map(page -> RestResponse.ok((Object) page))
                .orElseGet(answers::noSuchPayment);
    }
}
