package dev.payonce.idempotency;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The {@code Idempotency-Key} header of a request (draft-ietf-httpapi-idempotency-key-header): 1 to 255 printable ASCII
 * characters. The draft wants a structured-field string (RFC 9651, in quotes); many clients send the bare key, which
 * means the same.
 */
public final class KeyHeader {

    public static final String NAME = "Idempotency-Key";
    public static final String RULE = "must be one key of 1 to 255 printable ASCII characters, bare or quoted";

    private static final int MAX_LENGTH = 255;
    private static final Pattern QUOTED = Pattern.compile("\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\])*\"");
    private static final Pattern PRINTABLE = Pattern.compile("[ -~]{1," + MAX_LENGTH + "}");

    private final boolean given;
    private final Optional<String> key;

    private KeyHeader(boolean given, Optional<String> key) {
        this.given = given;
        this.key = key;
    }

    /** @param lines the header's values, one for each time it was sent */
    public static KeyHeader of(List<String> lines) {
        return new KeyHeader(!lines.isEmpty(), lines.size() == 1 ? parse(lines.get(0)) : Optional.empty());
    }

    private static Optional<String> parse(String text) {
        String line = text.strip();
        if (!line.startsWith("\"")) {
            return Optional.of(line).filter(KeyHeader::isKey);
        }
        return Optional.of(line)
                .filter(quoted -> QUOTED.matcher(quoted).matches())
                .map(quoted -> quoted.substring(1, quoted.length() - 1).replaceAll("\\\\(.)", "$1"))
                .filter(KeyHeader::isKey);
    }

    private static boolean isKey(String text) {
        return PRINTABLE.matcher(text).matches();
    }

    /** Sent, but empty, malformed or more than once. */
    public boolean isMalformed() {
        return given && key.isEmpty();
    }

    public Optional<String> key() {
        return key;
    }
}
