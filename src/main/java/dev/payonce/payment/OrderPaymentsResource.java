package dev.payonce.payment;

import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
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

/** {@code /orders/{id}/payments}: what became of each token that was used. */
@Path("/orders/{id}/payments")
@Produces(MediaType.APPLICATION_JSON)
class OrderPaymentsResource {

    private final ReadPayment readPayment;
    private final Problems problems;
    private final PayAnswers answers;
    private final Caller caller;

    OrderPaymentsResource(ReadPayment readPayment, Problems problems, PayAnswers answers, Caller caller) {
        this.readPayment = readPayment;
        this.problems = problems;
        this.answers = answers;
        this.caller = caller;
    }

    /** Newest first. */
    @GET
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR})
    public RestResponse<Object> list(
            @RestPath String id,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery String after) {
        Optional<PaymentId> before = after == null ? Optional.of(Payments.NEWEST) : PaymentId.parse(after);
        if (before.isEmpty()) {
            return problems.invalid("after", Page.AFTER_RULE);
        }
        int size = Integer.parseInt(limit);
        return OrderId.parse(id)
                .flatMap(order -> readPayment.ofOrder(order, before.get(), size + 1, caller))
                .map(found -> RestResponse.ok((Object) Page.of(found, size, PaymentView::id)))
                .orElseGet(answers::noSuchOrder);
    }
}
