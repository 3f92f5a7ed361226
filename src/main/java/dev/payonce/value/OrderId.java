package dev.payonce.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/** The id of an order: a TSID (64 bits, time-ordered), shown as {@code ord_} and 13 Crockford letters. */
public record OrderId(long value) {

    private static final String PREFIX = "ord_";

    public static OrderId next() {
        return new OrderId(TsidCreator.getTsid().toLong());
    }

    public static Optional<OrderId> parse(String text) {
        return TypedId.parse(PREFIX, text).map(OrderId::new);
    }

    /** For path parameters: a malformed id ends as 404, like one that is not there. */
    @JsonCreator
    public static OrderId fromString(String text) {
        return new OrderId(TypedId.parseOrThrow(PREFIX, text));
    }

    @JsonValue
    @Override
    public String toString() {
        return TypedId.text(PREFIX, value);
    }
}
