package dev.payonce.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/** The id of an event: a TSID (64 bits, time-ordered), shown as {@code evt_} and 13 Crockford letters. */
public record EventId(long value) {

    private static final String PREFIX = "evt_";

    public static EventId next() {
        return new EventId(TsidCreator.getTsid().toLong());
    }

    public static Optional<EventId> parse(String text) {
        return TypedId.parse(PREFIX, text).map(EventId::new);
    }

    /** For path parameters: a malformed id ends as 404, like one that is not there. */
    @JsonCreator
    public static EventId fromString(String text) {
        return new EventId(TypedId.parseOrThrow(PREFIX, text));
    }

    @JsonValue
    @Override
    public String toString() {
        return TypedId.text(PREFIX, value);
    }
}
