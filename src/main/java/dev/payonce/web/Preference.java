package dev.payonce.web;

import java.util.List;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.RestResponse;

/**
 * What a caller would like, in the {@code Prefer} header (RFC 7240). A preference is no condition: what is unknown,
 * malformed or not wanted here is passed over.
 */
public enum Preference {
    /** Answer as soon as the request is safe, not when it is done. */
    RESPOND_ASYNC("respond-async");

    public static final String HEADER = "Prefer";

    private static final String APPLIED = "Preference-Applied";

    /** One preference of a list: its name, and a value or parameters, in which a quoted comma separates nothing. */
    private static final Pattern ONE = Pattern.compile("([^,;=\\s\"]+)((?:\"(?:[^\"\\\\]|\\\\.)*+\"?|[^,\"])*+)");

    private final String text;

    Preference(String text) {
        this.text = text;
    }

    /** @param lines the header's values, one for each time it was sent: a list each */
    public boolean isAmong(List<String> lines) {
        return lines.stream()
                .flatMap(line -> ONE.matcher(line).results())
                .anyMatch(one -> one.group(1).equalsIgnoreCase(text) && hasNoValue(one.group(2)));
    }

    /** An empty value is none (RFC 7240, section 2); parameters change nothing. */
    private static boolean hasNoValue(String rest) {
        String value = rest.split(";", 2)[0].strip();
        return value.isEmpty() || value.replaceFirst("^=\\s*", "").matches("(?:\"\")?");
    }

    /** The same answer, with {@code Preference-Applied}. */
    public <T> RestResponse<T> applied(RestResponse<T> answer) {
        answer.getHeaders().putSingle(APPLIED, text);
        return answer;
    }
}
