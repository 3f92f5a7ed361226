package dev.payonce.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.payonce.value.Money;

/**
 * What an answer must say to be the one to our request.
 *
 * @param done the status that says that it was done
 * @param chargeId the charge that a refund belongs to; null for a charge
 */
record Expected(String reference, Money money, String done, String chargeId) {

    private static final String DECLINED = "declined";

    static Expected of(Charge charge) {
        return new Expected(charge.id().toString(), charge.money(), "approved", null);
    }

    static Expected of(ChargeRefund refund) {
        return new Expected(refund.id().toString(), refund.money(), "succeeded", refund.chargeId());
    }

    boolean isDone(JsonNode body) {
        return done.equals(Reading.text(body, "status"));
    }

    boolean isDeclineOf(JsonNode body) {
        return DECLINED.equals(Reading.text(body, "status")) && isOurs(body);
    }

    boolean isAsAsked(JsonNode body) {
        return isOurs(body)
                && body.path("amount").isIntegralNumber()
                && body.path("amount").canConvertToLong()
                && body.path("amount").longValue() == money.amount()
                && money.currency().equals(Reading.text(body, "currency"))
                && (chargeId == null || chargeId.equals(Reading.text(body, "chargeId")));
    }

    boolean isOurs(JsonNode body) {
        return reference.equals(Reading.text(body, "reference"));
    }
}
