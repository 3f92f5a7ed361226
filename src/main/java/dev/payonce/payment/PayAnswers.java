package dev.payonce.payment;

import dev.payonce.limit.Exceeded;
import dev.payonce.order.OrderStatus;
import dev.payonce.payment.PayAnswer.Ended;
import dev.payonce.payment.PayAnswer.Limited;
import dev.payonce.payment.PayAnswer.Open;
import dev.payonce.payment.PayAnswer.Refused;
import dev.payonce.web.Preference;
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

/** How the results of the payment's walk look in HTTP. */
@ApplicationScoped
class PayAnswers {

    private final Problems problems;

    PayAnswers(Problems problems) {
        this.problems = problems;
    }

    RestResponse<Object> issued(IssuedToken token) {
        return ResponseBuilder.create(Status.CREATED, (Object) token).build();
    }

    /** @param later whether the caller would rather not wait for the end */
    RestResponse<Object> render(PayAnswer answer, boolean later) {
        if (answer instanceof Refused refused) {
            return problems.answer(refused.problem(), refused.problem().remedy());
        }
        if (answer instanceof Limited limited) {
            return limited(limited.exceeded());
        }
        if (answer instanceof Ended ended) {
            RestResponse<Object> response = ended(ended.outcome());
            return ended.replayed() ? Replay.mark(response) : response;
        }
        RestResponse<Object> response = open(((Open) answer).payment());
        return later ? Preference.RESPOND_ASYNC.applied(response) : response;
    }

    private RestResponse<Object> ended(PaymentOutcome outcome) {
        return outcome.refusal() == null
                ? RestResponse.ok((Object) outcome.payment())
                : refused(outcome.refusal(), outcome.payment());
    }

    private RestResponse<Object> refused(Refusal refusal, PaymentView payment) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("orderId", payment.orderId());
        members.put("orderStatus", payment.orderStatus());
        if (payment.declineCode() != null) {
            members.put("declineCode", payment.declineCode());
        }
        return problems.answer(refusal.problem(), refusal.problem().remedy(), members);
    }

    private static RestResponse<Object> open(PaymentView payment) {
        return ResponseBuilder.create(Status.ACCEPTED, (Object) payment)
                .header(HttpHeaders.LOCATION, "/payments/" + payment.id())
                .header(RetryAfter.HEADER, RetryAfter.seconds(RetryAfter.SOON))
                .build();
    }

    RestResponse<Object> limited(Exceeded exceeded) {
        return problems.limited(exceeded.limit().label(), exceeded.retryAfter());
    }

    RestResponse<Object> notPayable(OrderStatus order) {
        return problems.answer(
                ProblemType.ORDER_NOT_PAYABLE, "The order is " + order + ".", Map.of("orderStatus", order));
    }

    /** One answer for orders that are not there, those of others and ids that are none. */
    RestResponse<Object> noSuchOrder() {
        return problems.answer(ProblemType.NOT_FOUND, "There is no such order.");
    }

    RestResponse<Object> noSuchPayment() {
        return problems.answer(ProblemType.NOT_FOUND, "There is no such payment.");
    }
}
