package dev.payonce.payment;

import dev.payonce.store.Transactions;
import dev.payonce.store.Work;
import dev.payonce.value.PaymentId;
import dev.payonce.web.Page;
import dev.payonce.web.PageLimit;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** What is open and why, and a look-up on demand. Nobody sets a state by hand. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
class OpenPaymentsResource {

    private final Transactions transactions;
    private final Payments payments;
    private final ResumePayment resumePayment;
    private final Problems problems;
    private final PayAnswers answers;

    OpenPaymentsResource(
            Transactions transactions,
            Payments payments,
            ResumePayment resumePayment,
            Problems problems,
            PayAnswers answers) {
        this.transactions = transactions;
        this.payments = payments;
        this.resumePayment = resumePayment;
        this.problems = problems;
        this.answers = answers;
    }

    /** The open payments, oldest first. */
    @GET
    @Path("recovery/payments")
    @RolesAllowed(Role.OPERATOR)
    public RestResponse<Object> open(
            @RestQuery @DefaultValue(PageLimit.DEFAULT) @PageLimit String limit, @RestQuery String after) {
        Optional<PaymentId> start = after == null ? Optional.of(new PaymentId(0)) : PaymentId.parse(after);
        return start.map(id -> RestResponse.ok((Object) page(id, Integer.parseInt(limit))))
                .orElseGet(() -> problems.invalid("after", Page.AFTER_RULE));
    }

    private Page<OpenPayment> page(PaymentId after, int limit) {
        List<OpenPayment> found = transactions.read(() ->
                payments.open(after, limit + 1).stream().map(OpenPayment::of).toList());
        return Page.of(found, limit, OpenPayment::id);
    }

    /** Asks the gateway about one payment now, and settles by what it says, though whoever asked hangs up. */
    @POST
    @Cancellable(false)
    @Path("payments/{id}/recheck")
    @RolesAllowed(Role.OPERATOR)
    public Uni<RestResponse<Object>> recheck(@RestPath String id) {
        return Work.onWorker(() -> PaymentId.parse(id).flatMap(this::find))
                .flatMap(payment -> payment.map(this::recheck).orElseGet(this::notFound));
    }

    private Optional<Payment> find(PaymentId id) {
        return transactions.read(() -> payments.find(id));
    }

    private Uni<RestResponse<Object>> recheck(Payment payment) {
        return resumePayment.recheck(payment.id()).map(now -> RestResponse.ok((Object) PaymentView.of(now)));
    }

    private Uni<RestResponse<Object>> notFound() {
        return Uni.createFrom().item(answers.noSuchPayment());
    }
}
