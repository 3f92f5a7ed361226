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

    /** The charges with our reference; an answer that is not a list is none. */
    static ChargeLookUp readAll(ObjectMapper json, GatewayAnswer answer, PaymentId id) {
        JsonNode charges = Reading.list(json, answer, "charges");
        if (!charges.isArray()) {
            return ChargeLookUp.NOT_ANSWERED;
        }
        List<ChargeLookUp.Found> found = new ArrayList<>();
        charges.forEach(charge -> found.add(booked(charge, id)));
        return new ChargeLookUp(true, found);
    }

    /** A declined charge took nothing, whatever sum it names; an approved one of no money is a riddle. */
    private static ChargeLookUp.Found booked(JsonNode charge, PaymentId id) {
        String reference = Reading.text(charge, "id");
        if (!Reading.isId(reference) || !id.toString().equals(Reading.text(charge, "reference"))) {
            return riddle(Reading.NOT_UNDERSTOOD);
        }
        Money money = Reading.money(charge);
        return switch (charge.path("status").asText()) {
            case "approved" ->
                money == null
                        ? riddle(Reading.MISMATCH)
                        : new ChargeLookUp.Found(ChargeResult.approved(reference), money);
            case "declined" ->
                new ChargeLookUp.Found(ChargeResult.declined(reference, Reading.text(charge, "code")), null);
            default -> riddle(Reading.NOT_UNDERSTOOD);
        };
    }

    private static ChargeLookUp.Found riddle(String why) {
        return new ChargeLookUp.Found(ChargeResult.unknown(why), null);
    }
}
