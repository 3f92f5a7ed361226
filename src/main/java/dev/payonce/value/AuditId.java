package dev.payonce.value;

import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/** The id of an entry of the audit: a TSID (64 bits, time-ordered), shown as {@code aud_} and 13 Crockford letters. */
public record AuditId(long value) {

    private static final String PREFIX = "aud_";

    public static AuditId next() {
        return new AuditId(TsidCreator.getTsid().toLong());
    }

    public static Optional<AuditId> parse(String text) {
        return TypedId.parse(PREFIX, text).map(AuditId::new);
    }

    @JsonValue
    @Override
    public String toString() {
        return TypedId.text(PREFIX, value);
    }
}
