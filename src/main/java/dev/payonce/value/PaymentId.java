package dev.payonce.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/** The id of a payment: a TSID (64 bits, time-ordered), shown as {@code pay_} and 13 Crockford letters. */
public record PaymentId(long value) {

    private static final String PREFIX = "pay_";

    public static PaymentId next() {
        return new PaymentId(TsidCreator.getTsid().toLong());
    }

    public static Optional<PaymentId> parse(String text) {
        return TypedId.parse(PREFIX, text).map(PaymentId::new);
    }

    /** For path parameters: a malformed id ends as 404, like one that is not there. */
    @JsonCreator
    public static PaymentId fromString(String text) {
        return new PaymentId(TypedId.parseOrThrow(PREFIX, text));
    }

    @JsonValue
    @Override
    public String toString() {
        return TypedId.text(PREFIX, value);
    }
}
