package dev.payonce.refund;

import dev.payonce.idempotency.Idempotency;
import dev.payonce.idempotency.KeyHeader;
import dev.payonce.idempotency.KeyedRequest;
import dev.payonce.idempotency.Once;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import dev.payonce.value.Stopwatch;
import dev.payonce.web.Caller;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Role;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.Cancellable;

/** {@code POST /payments/{id}/refunds}. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
class RefundResource {

    private final RefundPayment refundPayment;
    private final RefundAnswers answers;
    private final Idempotency idempotency;
    private final Problems problems;
    private final Caller caller;

    RefundResource(
            RefundPayment refundPayment,
            RefundAnswers answers,
            Idempotency idempotency,
            Problems problems,
            Caller caller) {
        this.refundPayment = refundPayment;
        this.answers = answers;
        this.idempotency = idempotency;
        this.problems = problems;
        this.caller = caller;
    }

    /** Goes on to its end, and is kept in the audit, though whoever asked for it hangs up. */
    @POST
    @Cancellable(false)
    @Consumes(MediaType.APPLICATION_JSON)
    @Path("payments/{id}/refunds")
    @RolesAllowed(Role.MERCHANT)
    public Uni<RestResponse<Object>> refund(
            @RestPath String id, @NotNull @Valid RefundWish wish, @RestHeader(KeyHeader.NAME) List<String> keyLines) {
        KeyHeader header = KeyHeader.of(keyLines);
        if (header.isMalformed()) {
            return Uni.createFrom().item(problems.invalid(KeyHeader.NAME, KeyHeader.RULE));
        }
        if (header.key().isEmpty()) {
            ProblemType missing = ProblemType.IDEMPOTENCY_KEY_MISSING;
            return Uni.createFrom().item(problems.answer(missing, missing.remedy()));
        }
        Optional<PaymentId> payment = PaymentId.parse(id);
        if (payment.isEmpty()) {
            return Uni.createFrom().item(answers.noSuchPayment());
        }
        return refundPayment
                .refund(attempt(payment.get(), wish, header.key().get()))
                .map(answers::render);
    }

    private RefundAttempt attempt(PaymentId payment, RefundWish wish, String key) {
        String operation = "POST /payments/" + payment + "/refunds";
        KeyedRequest keyed = new KeyedRequest(caller.subject(), operation, key, wish);
        return new RefundAttempt(
                RefundId.next(),
                payment,
                wish,
                keyed,
                idempotency.fingerprint(keyed),
                Stopwatch.start(),
                Once.Kind.REPLAYED);
    }
}
