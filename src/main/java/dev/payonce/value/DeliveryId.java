package dev.payonce.value;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/** The id of an event's delivery to one receiver: a TSID, shown as {@code whd_} and 13 Crockford letters. */
public record DeliveryId(long value) {

    private static final String PREFIX = "whd_";

    public static DeliveryId next() {
        return new DeliveryId(TsidCreator.getTsid().toLong());
    }

    public static Optional<DeliveryId> parse(String text) {
        return TypedId.parse(PREFIX, text).map(DeliveryId::new);
    }

    /** For path parameters: a malformed id ends as 404, like one that is not there. */
    @JsonCreator
    public static DeliveryId fromString(String text) {
        return new DeliveryId(TypedId.parseOrThrow(PREFIX, text));
    }

    @JsonValue
    @Override
    public String toString() {
        return TypedId.text(PREFIX, value);
    }
}
