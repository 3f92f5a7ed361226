package dev.payonce.sandbox;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A call as it arrived. What could not be read is null, so that wrong calls can be recorded too; {@link #refusal} tells
 * what is wrong with it.
 *
 * @param chargeId the charge to refund, for a refund
 * @param isJson whether the body was a JSON object
 */
record SandboxRequest(
        SandboxOperation operation,
        String chargeId,
        String reference,
        String orderId,
        Long amount,
        String currency,
        String paymentMethod,
        String idempotencyKey,
        boolean isJson) {

    private static final long LARGEST_AMOUNT = 999_999_999_999L;
    private static final int LONGEST_TEXT = 255;
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

    static SandboxRequest charge(Buffer body, String idempotencyKey) {
        return read(SandboxOperation.CHARGE, null, body, idempotencyKey);
    }

    static SandboxRequest refund(String chargeId, Buffer body, String idempotencyKey) {
        return read(SandboxOperation.REFUND, chargeId, body, idempotencyKey);
    }

    static SandboxRequest lookup(SandboxOperation operation, String reference) {
        return new SandboxRequest(operation, null, reference, null, null, null, null, null, true);
    }

    private static SandboxRequest read(SandboxOperation operation, String chargeId, Buffer body, String key) {
        Optional<JsonObject> parsed = Optional.ofNullable(body).flatMap(SandboxJson::parse);
        JsonObject json = parsed.orElseGet(JsonObject::new);
        String paymentMethod = operation == SandboxOperation.CHARGE ? text(json, "paymentMethod") : null;
        return new SandboxRequest(
                operation,
                chargeId,
                text(json, "reference"),
                text(json, "orderId"),
                wholeNumber(json.getValue("amount")),
                text(json, "currency"),
                paymentMethod,
                key,
                parsed.isPresent());
    }

    /** What makes this call one that the gateway will not even try, judged by itself. */
    Optional<SandboxRefusal> refusal() {
        if (!isJson) {
            return Optional.of(new SandboxRefusal(400, "invalid_json", "the body is not a JSON object"));
        }
        if (!isText(reference)) {
            return Optional.of(SandboxRefusal.invalid("reference is missing, or longer than " + LONGEST_TEXT));
        }
        return switch (operation) {
            case CHARGE -> chargeRefusal();
            case REFUND -> moneyRefusal();
            case FIND_CHARGE, FIND_REFUND -> Optional.empty();
        };
    }

    private Optional<SandboxRefusal> chargeRefusal() {
        if (!isText(orderId)) {
            return Optional.of(SandboxRefusal.invalid("orderId is missing, or longer than " + LONGEST_TEXT));
        }
        return moneyRefusal()
                .or(() -> SandboxPaymentMethod.ofText(paymentMethod).isPresent()
                        ? Optional.empty()
                        : Optional.of(new SandboxRefusal(400, "unsupported_payment_method", "no such payment method")));
    }

    private Optional<SandboxRefusal> moneyRefusal() {
        if (amount == null || amount < 1 || amount > LARGEST_AMOUNT) {
            return Optional.of(SandboxRefusal.invalid("amount is a whole number from 1 to " + LARGEST_AMOUNT));
        }
        return currency != null && CURRENCY.matcher(currency).matches()
                ? Optional.empty()
                : Optional.of(SandboxRefusal.invalid("currency is three upper-case letters"));
    }

    /** The key under which the answer is recorded. A refund without the header goes by its reference. */
    Optional<String> key() {
        String key = idempotencyKey == null && operation == SandboxOperation.REFUND ? reference : idempotencyKey;
        return Optional.ofNullable(key).map(given -> operation.text() + " " + given);
    }

    /** Equal for calls that ask for the same. Holds no secret: only the sandbox's own payment methods get this far. */
    String fingerprint() {
        return SandboxJson.text(new JsonArray()
                .add(chargeId)
                .add(reference)
                .add(orderId)
                .add(amount)
                .add(currency)
                .add(paymentMethod));
    }

    /** Leaves the payment method out: what is unknown here may be a real one. */
    @Override
    public String toString() {
        return operation.text() + " " + reference;
    }

    private static boolean isText(String value) {
        return value != null && !value.isBlank() && value.length() <= LONGEST_TEXT;
    }

    private static String text(JsonObject json, String field) {
        return json.getValue(field) instanceof String text ? text : null;
    }

    private static Long wholeNumber(Object value) {
        return value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : null;
    }
}
