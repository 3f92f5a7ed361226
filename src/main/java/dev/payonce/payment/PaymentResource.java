package dev.payonce.payment;

import dev.payonce.limit.Exceeded;
import dev.payonce.order.Order;
import dev.payonce.payment.PayAnswer.Ended;
import dev.payonce.payment.PayAnswer.Refused;
import dev.payonce.store.Work;
import dev.payonce.value.OrderId;
import dev.payonce.value.PaymentId;
import dev.payonce.web.Caller;
import dev.payonce.web.Peer;
import dev.payonce.web.Preference;
import dev.payonce.web.ProblemType;
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
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** Tokens and payments over HTTP: {@code POST /tokens}, {@code POST /pay}, {@code GET /payments/{id}}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
class PaymentResource {

    private final IssueToken issueToken;
    private final PayOrder payOrder;
    private final ReadPayment readPayment;
    private final PayLimits limits;
    private final PayMetrics metrics;
    private final PayAnswers answers;
    private final Caller caller;

    PaymentResource(
            IssueToken issueToken,
            PayOrder payOrder,
            ReadPayment readPayment,
            PayLimits limits,
            PayMetrics metrics,
            PayAnswers answers,
            Caller caller) {
        this.issueToken = issueToken;
        this.payOrder = payOrder;
        this.readPayment = readPayment;
        this.limits = limits;
        this.metrics = metrics;
        this.answers = answers;
        this.caller = caller;
    }

    record TokenRequest(@NotNull String orderId) {}

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("tokens")
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT})
    public Uni<RestResponse<Object>> issue(@NotNull @Valid TokenRequest request) {
        return limits.knownToExceed(caller)
                .map(exceeded -> Uni.createFrom().item(answers.limited(exceeded)))
                .orElseGet(() -> Work.onWorker(
                                () -> OrderId.parse(request.orderId()).flatMap(issueToken::find))
                        .flatMap(this::issue));
    }

    private Uni<RestResponse<Object>> issue(Optional<Order> found) {
        Optional<Order> order = found.filter(theirs -> caller.mayActFor(theirs.customerId()));
        if (order.isEmpty()) {
            return Uni.createFrom().item(answers.noSuchOrder());
        }
        if (!order.get().payable()) {
            return Uni.createFrom().item(answers.notPayable(order.get().status()));
        }
        return limits.knownToExceed(order.get().id(), caller)
                .map(exceeded -> Uni.createFrom().item(answers.limited(exceeded)))
                .orElseGet(() -> issue(order.get()));
    }

    /** Both at once, to wait for Redis once; a token too many is never told to anybody. */
    private Uni<RestResponse<Object>> issue(Order order) {
        return Uni.combine()
                .all()
                .unis(limits.issue(order.id(), caller), issueToken.issue(order, caller.subject()))
                .asTuple()
                .map(both -> both.getItem1().map(answers::limited).orElseGet(() -> issued(both.getItem2())));
    }

    private RestResponse<Object> issued(IssuedToken token) {
        metrics.tokenIssued();
        return answers.issued(token);
    }

    /** Goes on to its end, and is kept in the audit, though whoever asked for it hangs up. */
    @POST
    @Cancellable(false)
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("pay")
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT})
    public Uni<RestResponse<Object>> pay(
            @NotNull @Valid PayRequest request,
            @RestHeader(Preference.HEADER) List<String> preferences,
            @Context RoutingContext http) {
        boolean later = Preference.RESPOND_ASYNC.isAmong(preferences);
        String address = Peer.addressOf(http);
        return payOrder.pay(request, caller, later)
                .invoke(metrics::answered)
                .invoke(answer -> note(answer, http))
                .map(answer -> tooManyForged(answer, address)
                        .map(answers::limited)
                        .orElseGet(() -> answers.render(answer, later)));
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

    @GET
    @Path("payments/{id}")
    @RolesAllowed({Role.CUSTOMER, Role.MERCHANT, Role.OPERATOR})
    public RestResponse<Object> read(@RestPath String id) {
        return PaymentId.parse(id)
                .flatMap(payment -> readPayment.find(payment, caller))
                .map(payment -> RestResponse.ok((Object) payment))
                .orElseGet(answers::noSuchPayment);
    }
}
