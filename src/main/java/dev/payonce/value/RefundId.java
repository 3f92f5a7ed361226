package dev.payonce.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/** The id of a refund: a TSID (64 bits, time-ordered), shown as {@code ref_} and 13 Crockford letters. */
public record RefundId(long value) {

    private static final String PREFIX = "ref_";

    public static RefundId next() {
        return new RefundId(TsidCreator.getTsid().toLong());
    }

    public static Optional<RefundId> parse(String text) {
        return TypedId.parse(PREFIX, text).map(RefundId::new);
    }

    /** For path parameters: a malformed id ends as 404, like one that is not there. */
    @JsonCreator
    public static RefundId fromString(String text) {
        return new RefundId(TypedId.parseOrThrow(PREFIX, text));
    }

    @JsonValue
    @Override
    public String toString() {
        return TypedId.text(PREFIX, value);
    }
}
