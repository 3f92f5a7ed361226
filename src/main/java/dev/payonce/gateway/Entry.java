package dev.payonce.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.payonce.value.Money;

/**
 * A charge or a refund as the gateway writes it, whether it answers a call, lists it in a look-up or tells of it by itself:
 * {@code {id, reference, status, amount, currency}}, a charge with {@code orderId}, a refund with {@code chargeId}, what it
 * declined with {@code code}. All but the amount is text; the amount is an integer in the currency's minor unit. A field
 * that is not there, or is not as agreed, is null: what follows from that, whoever reads it decides.
 *
 * @param id the gateway's own id of it; null also where it is empty or wider than its column
 * @param reference our id of it
 * @param status such as {@code approved}
 * @param money null where amount and currency are no sum that could be ours
 * @param code why it was declined; of a refused call all there is. As much of it as its column has room for
 */
public record Entry(
        String id, String reference, String orderId, String chargeId, String status, Money money, String code) {

    private static final int MAX_ID = 255;
    private static final int MAX_CODE = 64;

    public static Entry of(JsonNode json) {
        return new Entry(
                id(text(json, "id")),
                text(json, "reference"),
                text(json, "orderId"),
                text(json, "chargeId"),
                text(json, "status"),
                money(json.path("amount"), text(json, "currency")),
                fit(text(json, "code")));
    }

    private static String text(JsonNode json, String field) {
        return json.path(field).textValue();
    }

    private static String id(String text) {
        return text == null || text.isEmpty() || text.length() > MAX_ID ? null : text;
    }

    private static Money money(JsonNode amount, String currency) {
        try {
            return amount.isIntegralNumber() && amount.canConvertToLong()
                    ? new Money(amount.longValue(), currency)
                    : null;
        } catch (IllegalArgumentException notMoney) {
            return null;
        }
    }

    private static String fit(String code) {
        return code == null || code.length() <= MAX_CODE ? code : code.substring(0, MAX_CODE);
    }
}
