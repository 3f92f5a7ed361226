package dev.payonce.payment;

import dev.payonce.value.PaymentId;
import dev.payonce.web.Page;
import dev.payonce.web.PageLimit;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;

/** {@code GET /payments}: everybody's, for those who run the service. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
class PaymentListResource {

    private static final String STATUS = "PROCESSING|SUCCEEDED|FAILED|REJECTED";

    private final ReadPayment readPayment;
    private final Problems problems;

    PaymentListResource(ReadPayment readPayment, Problems problems) {
        this.readPayment = readPayment;
        this.problems = problems;
    }

    /** Newest first. */
    @GET
    @Path("payments")
    @RolesAllowed(Role.OPERATOR)
    public RestResponse<Object> list(
            @RestQuery @Pattern(regexp = STATUS, message = "must be a status of payments") String status,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery String after) {
        Optional<PaymentId> before = after == null ? Optional.of(Payments.NEWEST) : PaymentId.parse(after);
        if (before.isEmpty()) {
            return problems.invalid("after", Page.AFTER_RULE);
        }
        int size = Integer.parseInt(limit);
        Optional<PaymentStatus> shown = Optional.ofNullable(status).map(PaymentStatus::valueOf);
        return RestResponse.ok(Page.of(readPayment.all(shown, before.get(), size + 1), size, PaymentView::id));
    }
}
