package dev.payonce.value;

import com.github.f4b6a3.tsid.Tsid;
import java.util.Optional;

/** How ids are spelled outside: a prefix that names the kind, then a TSID as 13 Crockford base 32 characters. */
final class TypedId {

    private static final int TSID_CHARS = 13;

    private TypedId() {}

    static String text(String prefix, long id) {
        return prefix + Tsid.from(id);
    }

    /** The number behind the text, or empty unless it is the one canonical spelling. */
    static Optional<Long> parse(String prefix, String text) {
        if (text == null || text.length() != prefix.length() + TSID_CHARS || !text.startsWith(prefix)) {
            return Optional.empty();
        }
        String tsid = text.substring(prefix.length());
        return Optional.of(tsid)
                .filter(Tsid::isValid)
                .map(Tsid::from)
                .filter(parsed -> parsed.toString().equals(tsid))
                .map(Tsid::toLong);
    }

    static long parseOrThrow(String prefix, String text) {
        return parse(prefix, text).orElseThrow(() -> new IllegalArgumentException("not an id of the form " + prefix));
    }
}
