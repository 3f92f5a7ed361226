package dev.payonce.order;

import dev.payonce.idempotency.KeyHeader;
import dev.payonce.idempotency.KeyedRequest;
import dev.payonce.value.OrderId;
import dev.payonce.web.Caller;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import dev.payonce.web.Violation;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** {@code /orders}: making and changing them. */
@Path("/orders")
@Produces(MediaType.APPLICATION_JSON)
class OrderResource {

    private final PlaceOrder placeOrder;
    private final AmendOrder amendOrder;
    private final CancelOrder cancelOrder;
    private final OrderAnswers answers;
    private final Problems problems;
    private final Caller caller;

    OrderResource(
            PlaceOrder placeOrder,
            AmendOrder amendOrder,
            CancelOrder cancelOrder,
            OrderAnswers answers,
            Problems problems,
            Caller caller) {
        this.placeOrder = placeOrder;
        this.amendOrder = amendOrder;
        this.cancelOrder = cancelOrder;
        this.answers = answers;
        this.problems = problems;
        this.caller = caller;
    }

    /** Goes on to its end, and is kept in the audit, though whoever asked for it hangs up. */
    @POST
    @Cancellable(false)
    @Consumes(MediaType.APPLICATION_JSON)
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT})
    public Uni<RestResponse<Object>> place(@NotNull @Valid NewOrder wish, @Context HttpHeaders headers) {
        boolean merchant = caller.isMerchant();
        if (!merchant && wish.needsMerchant()) {
            return now(problems.answer(
                    ProblemType.FORBIDDEN, "Only a merchant names the customer, the amount or the currency."));
        }
        KeyHeader header = KeyHeader.of(headers.getRequestHeader(KeyHeader.NAME));
        List<Violation> violations = header.isMalformed()
                ? List.of(new Violation(KeyHeader.NAME, KeyHeader.RULE))
                : wish.violations(merchant);
        if (!violations.isEmpty()) {
            return now(problems.invalid(violations));
        }
        String actor = caller.subject();
        Optional<KeyedRequest> keyed = header.key().map(key -> new KeyedRequest(actor, "POST /orders", key, wish));
        return placeOrder
                .place(wish, merchant ? wish.customerId() : actor, actor, keyed)
                .map(answers::placed);
    }

    private static Uni<RestResponse<Object>> now(RestResponse<Object> answer) {
        return Uni.createFrom().item(answer);
    }

    @PATCH
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("{id}")
    @RolesAllowed(Role.MERCHANT)
    public RestResponse<Object> amend(
            @RestPath String id, @NotNull @Valid Amendment amendment, @Context HttpHeaders headers) {
        List<String> ifMatch = headers.getRequestHeader(HttpHeaders.IF_MATCH);
        if (ifMatch.isEmpty()) {
            return problems.answer(ProblemType.PRECONDITION_REQUIRED, "If-Match must name the order's ETag.");
        }
        Optional<VersionTag.Condition> condition = VersionTag.Condition.parse(ifMatch);
        if (condition.isEmpty()) {
            return problems.invalid(List.of(new Violation(HttpHeaders.IF_MATCH, VersionTag.RULE)));
        }
        List<Violation> violations = amendment.violations();
        if (!violations.isEmpty()) {
            return problems.invalid(violations);
        }
        return OrderId.parse(id)
                .map(order -> amendOrder.amend(order, condition.get(), amendment, caller))
                .map(answers::changed)
                .orElseGet(answers::notFound);
    }

    @POST
    @Path("{id}/cancel")
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT})
    public RestResponse<Object> cancel(@RestPath String id) {
        return OrderId.parse(id)
                .map(order -> cancelOrder.cancel(order, caller))
                .map(answers::changed)
                .orElseGet(answers::notFound);
    }
}
