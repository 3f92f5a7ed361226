package dev.payonce.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/** The id of a dead letter: a TSID (64 bits, time-ordered), shown as {@code dl_} and 13 Crockford letters. */
public record DeadLetterId(long value) {

    private static final String PREFIX = "dl_";

    public static DeadLetterId next() {
        return new DeadLetterId(TsidCreator.getTsid().toLong());
    }

    public static Optional<DeadLetterId> parse(String text) {
        return TypedId.parse(PREFIX, text).map(DeadLetterId::new);
    }

    /** For path parameters: a malformed id ends as 404, like one that is not there. */
    @JsonCreator
    public static DeadLetterId fromString(String text) {
        return new DeadLetterId(TypedId.parseOrThrow(PREFIX, text));
    }

    @JsonValue
    @Override
    public String toString() {
        return TypedId.text(PREFIX, value);
    }
}
