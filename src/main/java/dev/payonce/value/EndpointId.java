package dev.payonce.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/** The id of a webhook endpoint: a TSID (64 bits, time-ordered), shown as {@code whe_} and 13 Crockford letters. */
public record EndpointId(long value) {

    private static final String PREFIX = "whe_";

    public static EndpointId next() {
        return new EndpointId(TsidCreator.getTsid().toLong());
    }

    public static Optional<EndpointId> parse(String text) {
        return TypedId.parse(PREFIX, text).map(EndpointId::new);
    }

    /** For path parameters: a malformed id ends as 404, like one that is not there. */
    @JsonCreator
    public static EndpointId fromString(String text) {
        return new EndpointId(TypedId.parseOrThrow(PREFIX, text));
    }

    @JsonValue
    @Override
    public String toString() {
        return TypedId.text(PREFIX, value);
    }
}
