package dev.payonce.order;

import dev.payonce.value.OneOf;
import dev.payonce.value.OrderId;
import dev.payonce.value.PlainText;
import dev.payonce.web.Caller;
import dev.payonce.web.Page;
import dev.payonce.web.PageLimit;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import dev.payonce.web.Violation;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;

/** {@code /orders}: looking at them. */
@Path("/orders")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed({Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR})
class OrderReadingResource {

    private static final String VERSION = "0|[1-9][0-9]{0,8}";

    private final ReadOrder readOrder;
    private final OrderAnswers answers;
    private final Problems problems;
    private final Caller caller;

    OrderReadingResource(ReadOrder readOrder, OrderAnswers answers, Problems problems, Caller caller) {
        this.readOrder = readOrder;
        this.answers = answers;
        this.problems = problems;
        this.caller = caller;
    }

    /** Newest first; a customer's own, everybody's for merchants and operators. What is another's is not there. */
    @GET
    public RestResponse<Object> list(
            @RestQuery @OneOf(OrderStatus.class) String status,
            @RestQuery @PlainText(max = 255) String customerId,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery String after) {
        Optional<OrderId> cursor = OrderId.parse(after);
        if (after != null && cursor.isEmpty()) {
            return problems.invalid(List.of(new Violation("after", Page.AFTER_RULE)));
        }
        Optional<OrderStatus> shown = Optional.ofNullable(status).map(OrderStatus::valueOf);
        Optional<String> owner = caller.mayReadAll() ? Optional.ofNullable(customerId) : Optional.of(caller.subject());
        return customerId == null || caller.mayRead(customerId)
                ? RestResponse.ok(readOrder.list(new OrderQuery(owner, shown, cursor, Integer.parseInt(limit))))
                : RestResponse.ok(new Page<>(List.of(), null));
    }

    @GET
    @Path("{id}")
    public RestResponse<Object> read(@RestPath String id, @Context HttpHeaders headers) {
        List<String> ifNoneMatch = headers.getRequestHeader(HttpHeaders.IF_NONE_MATCH);
        Optional<VersionTag.Condition> condition =
                ifNoneMatch.isEmpty() ? Optional.empty() : VersionTag.Condition.parse(ifNoneMatch);
        return OrderId.parse(id)
                .flatMap(order -> readOrder.find(order, caller))
                .map(order -> answers.show(order, condition))
                .orElseGet(answers::notFound);
    }

    /** Oldest first. */
    @GET
    @Path("{id}/history")
    public RestResponse<Object> history(
            @RestPath String id,
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit,
            @RestQuery @Pattern(regexp = VERSION, message = Page.AFTER_RULE) String after) {
        int from = after == null ? -1 : Integer.parseInt(after);
        return OrderId.parse(id)
                .flatMap(order -> readOrder.history(order, caller, from, Integer.parseInt(limit)))
                .map(page -> RestResponse.ok((Object) page))
                .orElseGet(answers::notFound);
    }
}
