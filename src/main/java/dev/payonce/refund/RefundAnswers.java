package dev.payonce.refund;

import dev.payonce.idempotency.Once;
import dev.payonce.refund.RefundAnswer.Ended;
import dev.payonce.refund.RefundAnswer.Open;
import dev.payonce.refund.RefundAnswer.Refused;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Replay;
import dev.payonce.web.RetryAfter;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;

/** How the results of the refund's walk look in HTTP. */
@ApplicationScoped
class RefundAnswers {

    private final Problems problems;

    RefundAnswers(Problems problems) {
        this.problems = problems;
    }

    RestResponse<Object> render(Once<RefundAnswer> once) {
        return switch (once.kind()) {
            case DONE, SHARED, IN_PROGRESS -> render(once.result());
            case REPLAYED -> Replay.mark(render(once.result()));
            case REUSED ->
                problems.answer(
                        ProblemType.IDEMPOTENCY_KEY_REUSED, "The first request with this key had other content.");
        };
    }

    private RestResponse<Object> render(RefundAnswer answer) {
        return answer.fold(this::ended, RefundAnswers::open, this::refused);
    }

    private RestResponse<Object> ended(Ended answer) {
        RefundRefusal refusal = answer.refusal();
        return refusal == null
                ? builder(Status.CREATED, answer.refund()).build()
                : problems.answer(refusal.problem(), refusal.detail(), members(answer));
    }

    private static RestResponse<Object> open(Open answer) {
        return builder(Status.ACCEPTED, answer.refund())
                .header(RetryAfter.HEADER, RetryAfter.seconds(RetryAfter.SOON))
                .build();
    }

    private static ResponseBuilder<Object> builder(Status status, RefundView refund) {
        return ResponseBuilder.create(status, (Object) refund).header(HttpHeaders.LOCATION, "/refunds/" + refund.id());
    }

    /** A refund that came to nothing can be read; a wish that was refused before is none. */
    private static Map<String, Object> members(Ended answer) {
        RefundView refund = answer.refund();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("paymentId", refund.paymentId());
        if (refund.status() != RefundStatus.REJECTED) {
            members.put("refundId", refund.id());
        }
        if (answer.refundable() != null) {
            members.put("refundable", answer.refundable());
        }
        if (answer.declineCode() != null) {
            members.put("declineCode", answer.declineCode());
        }
        return members;
    }

    private RestResponse<Object> refused(Refused answer) {
        return switch (answer.reason()) {
            case NOT_FOUND -> noSuchPayment();
            case TOO_EARLY_TO_RESTOCK ->
                problems.invalid("restock", "must be false as long as a part of the payment is left");
            case OVERLOADED -> problems.answer(ProblemType.OVERLOADED, ProblemType.OVERLOADED.remedy());
        };
    }

    /** One answer for payments that are not there, those of others and ids that are none. */
    RestResponse<Object> noSuchPayment() {
        return problems.answer(ProblemType.NOT_FOUND, "There is no such payment.");
    }

    RestResponse<Object> noSuchRefund() {
        return problems.answer(ProblemType.NOT_FOUND, "There is no such refund.");
    }
}
