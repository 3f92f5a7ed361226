package dev.payonce.recovery;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.gateway.ChargeResult;
import dev.payonce.gateway.Entry;
import dev.payonce.gateway.EventSignature;
import dev.payonce.gateway.RefundResult;
import dev.payonce.payment.HearCharge;
import dev.payonce.payment.Hearing;
import dev.payonce.refund.HearRefund;
import dev.payonce.value.PaymentId;
import dev.payonce.value.RefundId;
import dev.payonce.web.ProblemType;
import dev.payonce.web.Problems;
import dev.payonce.web.Violation;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestResponse;

/** Where the gateway tells how charges and refunds ended. Anonymous until the signature proves who speaks. */
@Path("/gateway/events")
@Produces(MediaType.APPLICATION_JSON)
class GatewayEventResource {

    private final EventSignature signature;
    private final HearCharge hearCharge;
    private final HearRefund hearRefund;
    private final ObjectMapper json;
    private final Problems problems;
    private final MeterRegistry meters;

    GatewayEventResource(
            EventSignature signature,
            HearCharge hearCharge,
            HearRefund hearRefund,
            ObjectMapper json,
            Problems problems,
            MeterRegistry meters) {
        this.signature = signature;
        this.hearCharge = hearCharge;
        this.hearRefund = hearRefund;
        this.json = json;
        this.problems = problems;
        this.meters = meters;
    }

    /** The body is taken as bytes: the signature is over them, and is looked at before they are parsed. */
    @POST
    @PermitAll
    @Consumes(MediaType.APPLICATION_JSON)
    public RestResponse<Object> receive(
            @RestHeader("webhook-id") String id,
            @RestHeader("webhook-timestamp") String timestamp,
            @RestHeader("webhook-signature") String signatures,
            byte[] body) {
        if (!signature.isValid(id, timestamp, signatures, body)) {
            return problems.answer(ProblemType.SIGNATURE_INVALID, ProblemType.SIGNATURE_INVALID.remedy());
        }
        return parse(body).map(this::receive).orElseGet(this::malformed);
    }

    private RestResponse<Object> receive(GatewayEvent event) {
        Entry entry = event.data();
        return switch (event.type()) {
            case "charge.approved" -> answer(event, () -> charge(entry, ChargeResult.approved(entry.id())));
            case "charge.declined" ->
                answer(event, () -> charge(entry, ChargeResult.declined(entry.id(), entry.code())));
            case "refund.succeeded" -> answer(event, () -> refund(entry, RefundResult.succeeded(entry.id())));
            case "refund.failed" -> answer(event, () -> refund(entry, RefundResult.declined(entry.id(), entry.code())));
            default -> RestResponse.noContent();
        };
    }

    private Hearing charge(Entry entry, ChargeResult result) {
        return PaymentId.parse(entry.reference())
                .map(payment -> hearCharge.hear(payment, entry.orderId(), result, entry.money()))
                .orElse(Hearing.UNKNOWN_REFERENCE);
    }

    private Hearing refund(Entry entry, RefundResult result) {
        return RefundId.parse(entry.reference())
                .map(refund -> hearRefund.hear(refund, entry.chargeId(), entry.orderId(), result, entry.money()))
                .orElse(Hearing.UNKNOWN_REFERENCE);
    }

    private RestResponse<Object> answer(GatewayEvent event, Supplier<Hearing> hear) {
        if (!event.isComplete()) {
            return malformed();
        }
        Hearing hearing = hear.get();
        meters.counter("payonce.gateway.events", "type", event.type(), "result", hearing.name())
                .increment();
        return answer(event, hearing);
    }

    private RestResponse<Object> answer(GatewayEvent event, Hearing hearing) {
        return switch (hearing) {
            case HEARD -> RestResponse.noContent();
            case UNKNOWN_REFERENCE -> {
                if (movedMoneyOfOurs(event)) {
                    Log.errorf(
                            "ALERT: the gateway moved money under %s, and MySQL knows of no such call: it has lost what it had"
                                    + " committed, or another service uses this gateway",
                            event.data().reference());
                }
                yield problems.answer(ProblemType.NOT_FOUND, "Nothing of ours has this reference.");
            }
            case MISMATCH -> {
                Log.errorf(
                        "ALERT: the gateway's event on %s does not fit it; nothing was changed",
                        event.data().reference());
                yield problems.answer(ProblemType.EVENT_MISMATCH, ProblemType.EVENT_MISMATCH.remedy());
            }
        };
    }

    /** Each call is written down before it is made, so its reference must be known. */
    private static boolean movedMoneyOfOurs(GatewayEvent event) {
        return switch (event.type()) {
            case "charge.approved" -> PaymentId.parse(event.data().reference()).isPresent();
            case "refund.succeeded" -> RefundId.parse(event.data().reference()).isPresent();
            default -> false;
        };
    }

    private Optional<GatewayEvent> parse(byte[] body) {
        try {
            return Optional.of(GatewayEvent.of(json.readTree(body)));
        } catch (IOException notJson) {
            return Optional.empty();
        }
    }

    private RestResponse<Object> malformed() {
        return problems.invalid(
                List.of(new Violation("data", "must be a charge or refund with id, reference, amount and currency")));
    }
}
