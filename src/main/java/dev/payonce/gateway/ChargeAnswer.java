package dev.payonce.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.payonce.gateway.ChargeLookUp.Found;
import dev.payonce.value.PaymentId;

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
        return Reading.list(json, answer, "charges")
                .map(charges -> new ChargeLookUp(
                        true, charges.stream().map(charge -> booked(charge, id)).toList()))
                .orElse(ChargeLookUp.NOT_ANSWERED);
    }

    /** A declined charge took nothing, whatever sum it names; an approved one of no money is a riddle. */
    private static Found booked(Entry charge, PaymentId id) {
        if (charge.id() == null || !id.toString().equals(charge.reference())) {
            return riddle(Reading.NOT_UNDERSTOOD);
        }
        return switch (String.valueOf(charge.status())) {
            case "approved" ->
                charge.money() == null
                        ? riddle(Reading.MISMATCH)
                        : new Found(ChargeResult.approved(charge.id()), charge.money());
            case "declined" -> new Found(ChargeResult.declined(charge.id(), charge.code()), null);
            default -> riddle(Reading.NOT_UNDERSTOOD);
        };
    }

    private static Found riddle(String why) {
        return new Found(ChargeResult.unknown(why), null);
    }
}
