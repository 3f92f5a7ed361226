package dev.payonce.payment;

import dev.payonce.limit.Exceeded;
import dev.payonce.order.Order;
import dev.payonce.payment.PayAnswer.Ended;
import dev.payonce.payment.PayAnswer.Limited;
import dev.payonce.payment.PayAnswer.Refused;
import dev.payonce.store.Work;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.web.Caller;
import dev.payonce.web.Preference;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Replay;
import dev.payonce.web.RetryAfter;
import dev.payonce.web.Role;
import dev.payonce.web.Subject;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/** Tokens and payments over HTTP: {@code POST /tokens}, {@code POST /pay}, {@code GET /payments/{id}}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
class PaymentResource {

    private final IssueToken issueToken;
    private final PayOrder payOrder;
    private final ReadPayment readPayment;
    private final PayLimits limits;
    private final PayMetrics metrics;
    private final Problems problems;
    private final Caller caller;

    PaymentResource(
            IssueToken issueToken,
            PayOrder payOrder,
            ReadPayment readPayment,
            PayLimits limits,
            PayMetrics metrics,
            Problems problems,
            Caller caller) {
        this.issueToken = issueToken;
        this.payOrder = payOrder;
        this.readPayment = readPayment;
        this.limits = limits;
        this.metrics = metrics;
        this.problems = problems;
        this.caller = caller;
    }

    record TokenRequest(@NotNull String orderId) {}

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("tokens")
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT})
    public Uni<RestResponse<Object>> issue(@NotNull @Valid TokenRequest request) {
        return limits.knownToExceed(caller)
                .map(exceeded -> Uni.createFrom().item(limited(exceeded)))
                .orElseGet(() -> Work.onWorker(
                                () -> OrderId.parse(request.orderId()).flatMap(issueToken::find))
                        .flatMap(this::issue));
    }

    private Uni<RestResponse<Object>> issue(Optional<Order> found) {
        Optional<Order> order = found.filter(theirs -> caller.mayActFor(theirs.customerId()));
        if (order.isEmpty()) {
            return Uni.createFrom().item(problems.answer(ProblemType.NOT_FOUND, "There is no such order."));
        }
        if (!order.get().payable()) {
            return Uni.createFrom()
                    .item(problems.answer(
                            ProblemType.ORDER_NOT_PAYABLE,
                            "The order is " + order.get().status() + ".",
                            Map.of("orderStatus", order.get().status())));
        }
        return issue(order.get());
    }

    /** Both at once, to wait for Redis once; a token too many is never told to anybody. */
    private Uni<RestResponse<Object>> issue(Order order) {
        return Uni.combine()
                .all()
                .unis(limits.issue(order.id(), caller), issueToken.issue(order, caller.subject()))
                .asTuple()
                .map(both -> both.getItem1().map(this::limited).orElseGet(() -> created(both.getItem2())));
    }

    private RestResponse<Object> created(IssuedToken token) {
        metrics.tokenIssued();
        return ResponseBuilder.create(RestResponse.Status.CREATED, (Object) token)
                .build();
    }

    private RestResponse<Object> limited(Exceeded exceeded) {
        return problems.limited(exceeded.limit().label(), exceeded.retryAfter());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("pay")
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT})
    public Uni<RestResponse<Object>> pay(
            @NotNull @Valid PayRequest request,
            @RestHeader(Preference.HEADER) List<String> preferences,
            @Context RoutingContext http) {
        boolean later = Preference.RESPOND_ASYNC.isAmong(preferences);
        String address = http.request().remoteAddress().hostAddress();
        return Work.toItsEnd(payOrder.pay(request, caller.subject(), later))
                .invoke(metrics::answered)
                .invoke(answer -> note(answer, http))
                .map(answer ->
                        tooManyForged(answer, address).map(this::limited).orElseGet(() -> render(answer, later)));
    }

    private static void note(PayAnswer answer, RoutingContext http) {
        if (answer instanceof Ended ended) {
            Subject.note(http, ended.outcome().payment().id());
        }
    }

    /** Such an address may still pay with a good token. */
    private Optional<Exceeded> tooManyForged(PayAnswer answer, String address) {
        return answer instanceof Refused refused && refused.problem() == ProblemType.TOKEN_INVALID
                ? limits.rejectToken(address)
                : Optional.empty();
    }

    private RestResponse<Object> render(PayAnswer answer, boolean later) {
        if (answer instanceof Refused refused) {
            return problems.answer(refused.problem(), refused.problem().remedy());
        }
        if (answer instanceof Ended ended) {
            return ended(ended);
        }
        if (answer instanceof Limited limited) {
            return limited(limited.exceeded());
        }
        PaymentView payment = ((PayAnswer.Open) answer).payment();
        RestResponse<Object> response = ResponseBuilder.create(RestResponse.Status.ACCEPTED, (Object) payment)
                .header(HttpHeaders.LOCATION, "/payments/" + payment.id())
                .header(RetryAfter.HEADER, RetryAfter.seconds(RetryAfter.SOON))
                .build();
        return later ? Preference.RESPOND_ASYNC.applied(response) : response;
    }

    private RestResponse<Object> ended(Ended answer) {
        PaymentOutcome outcome = answer.outcome();
        RestResponse<Object> response = outcome.refusal() == null
                ? RestResponse.ok((Object) outcome.payment())
                : refusal(outcome.refusal(), outcome.payment());
        return answer.replayed() ? Replay.mark(response) : response;
    }

    private RestResponse<Object> refusal(Refusal refusal, PaymentView payment) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("orderId", payment.orderId());
        members.put("orderStatus", payment.orderStatus());
        if (payment.declineCode() != null) {
            members.put("declineCode", payment.declineCode());
        }
        return problems.answer(refusal.problem(), refusal.problem().remedy(), members);
    }

    @GET
    @Path("payments/{id}")
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR})
    public RestResponse<Object> read(@RestPath String id) {
        return PaymentId.parse(id)
                .flatMap(payment -> readPayment.find(payment, caller))
                .map(payment -> RestResponse.ok((Object) payment))
                .orElseGet(() -> problems.answer(ProblemType.NOT_FOUND, "There is no such payment."));
    }
}
