package dev.payonce.sandbox;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Optional;

/**
 * A charge or a refund in the ledger.
 *
 * @param chargeId the charge that is refunded; null for a charge
 * @param amount in the currency's minor unit
 * @param code why it was declined; null if it was not
 */
record SandboxEntry(
        String id,
        String chargeId,
        String reference,
        String orderId,
        long amount,
        String currency,
        String code,
        Instant at) {

    static SandboxEntry fromJson(JsonObject json) {
        return new SandboxEntry(
                json.getString("id"),
                json.getString("chargeId"),
                json.getString("reference"),
                json.getString("orderId"),
                json.getLong("amount"),
                json.getString("currency"),
                json.getString("code"),
                json.getInstant("at"));
    }

    boolean isRefund() {
        return chargeId != null;
    }

    boolean isDeclined() {
        return code != null;
    }

    String status() {
        if (isDeclined()) {
            return "declined";
        }
        return isRefund() ? "succeeded" : "approved";
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject().put("id", id);
        Optional.ofNullable(chargeId).ifPresent(charge -> json.put("chargeId", charge));
        json.put("reference", reference)
                .put("orderId", orderId)
                .put("status", status())
                .put("amount", amount)
                .put("currency", currency);
        Optional.ofNullable(code).ifPresent(why -> json.put("code", why));
        return json.put("at", at);
    }
}
