package dev.payonce.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.value.Money;
import dev.payonce.value.PaymentId;
import java.util.ArrayList;
import java.util.List;

/** Understands the gateway's answer about charges: what is not exactly as agreed is unknown. */
final class ChargeAnswer {

    private ChargeAnswer() {}

    static ChargeResult read(ObjectMapper json, GatewayAnswer answer, Charge charge) {
        Reading reading = Reading.of(json, answer, Expected.of(charge));
        return switch (reading.kind()) {
            case DONE -> ChargeResult.approved(reading.id());
            case DECLINED -> ChargeResult.declined(reading.id(), reading.code());
            case REFUSED, UNREACHED -> ChargeResult.refused(reading.code());
            case UNKNOWN -> ChargeResult.unknown(reading.code());
        };
    }

    /** The charges with our reference; an answer that is not exactly a list of charges is none. */
    static ChargeLookUp readAll(ObjectMapper json, GatewayAnswer answer, PaymentId id) {
        JsonNode charges = Reading.list(json, answer, "charges");
        if (!charges.isArray()) {
            return ChargeLookUp.NOT_ANSWERED;
        }
        List<ChargeLookUp.Found> found = new ArrayList<>();
        for (JsonNode charge : charges) {
            ChargeResult result = booked(charge, id);
            Money money = Reading.money(charge);
            if (result.verdict() == ChargeResult.Verdict.UNKNOWN || money == null) {
                return ChargeLookUp.NOT_ANSWERED;
            }
            found.add(new ChargeLookUp.Found(result, money));
        }
        return new ChargeLookUp(true, found);
    }

    private static ChargeResult booked(JsonNode charge, PaymentId id) {
        String reference = Reading.text(charge, "id");
        if (!Reading.isId(reference) || !id.toString().equals(Reading.text(charge, "reference"))) {
            return ChargeResult.unknown("answer_not_understood");
        }
        return switch (charge.path("status").asText()) {
            case "approved" -> ChargeResult.approved(reference);
            case "declined" -> ChargeResult.declined(reference, Reading.text(charge, "code"));
            default -> ChargeResult.unknown("answer_not_understood");
        };
    }
}
