package dev.payonce.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.payonce.value.Money;
import dev.payonce.value.PaymentId;
import java.util.ArrayList;
import java.util.List;

/** Understands the gateway's answer about charges: what is not exactly as agreed is unknown. */
final class ChargeAnswer {

    private ChargeAnswer() {}

    static ChargeResult read(ObjectMapper json, GatewayAnswer answer, Charge charge) {
        if (answer.wasNeverSent()) {
            return ChargeResult.refused(answer.fault());
        }
        if (answer.fault() != null) {
            return ChargeResult.unknown(answer.fault());
        }
        JsonNode body = parse(json, answer.body());
        if (answer.succeeded()) {
            return approval(body, charge);
        }
        if (answer.status() == 402 && isOurs(body, charge) && "declined".equals(text(body, "status"))) {
            return ChargeResult.declined(text(body, "id"), text(body, "code"));
        }
        if (answer.status() != 402 && answer.refuses() && text(body, "code") != null) {
            return ChargeResult.refused(text(body, "code"));
        }
        return ChargeResult.unknown("http_" + answer.status());
    }

    private static ChargeResult approval(JsonNode body, Charge charge) {
        if (!"approved".equals(text(body, "status")) || text(body, "id") == null) {
            return ChargeResult.unknown("answer_not_understood");
        }
        boolean asAsked = isOurs(body, charge)
                && body.path("amount").isIntegralNumber()
                && body.path("amount").longValue() == charge.money().amount()
                && charge.money().currency().equals(text(body, "currency"));
        return asAsked ? ChargeResult.approved(text(body, "id")) : ChargeResult.unknown("answer_mismatch");
    }

    /** The charges with our reference; an answer that is not exactly a list of charges is none. */
    static ChargeLookUp readAll(ObjectMapper json, GatewayAnswer answer, PaymentId id) {
        JsonNode charges = answer.succeeded() ? parse(json, answer.body()).path("charges") : MissingNode.getInstance();
        if (!charges.isArray()) {
            return ChargeLookUp.NOT_ANSWERED;
        }
        List<ChargeLookUp.Found> found = new ArrayList<>();
        for (JsonNode charge : charges) {
            ChargeResult result = booked(charge, id);
            if (result.verdict() == ChargeResult.Verdict.UNKNOWN) {
                return ChargeLookUp.NOT_ANSWERED;
            }
            found.add(new ChargeLookUp.Found(result, money(charge)));
        }
        return new ChargeLookUp(true, found);
    }

    private static ChargeResult booked(JsonNode charge, PaymentId id) {
        String reference = text(charge, "id");
        if (reference == null || !id.toString().equals(text(charge, "reference"))) {
            return ChargeResult.unknown("answer_not_understood");
        }
        return switch (charge.path("status").asText()) {
            case "approved" -> ChargeResult.approved(reference);
            case "declined" -> ChargeResult.declined(reference, text(charge, "code"));
            default -> ChargeResult.unknown("answer_not_understood");
        };
    }

    private static Money money(JsonNode charge) {
        try {
            return new Money(charge.path("amount").longValue(), text(charge, "currency"));
        } catch (IllegalArgumentException notMoney) {
            return null;
        }
    }

    private static boolean isOurs(JsonNode body, Charge charge) {
        return charge.id().toString().equals(text(body, "reference"));
    }

    private static String text(JsonNode body, String field) {
        return body.path(field).textValue();
    }

    private static JsonNode parse(ObjectMapper json, String body) {
        try {
            return json.readTree(body);
        } catch (JsonProcessingException notJson) {
            return MissingNode.getInstance();
        }
    }
}
