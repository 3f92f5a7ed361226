package dev.payonce.messaging;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What of a message's headers is kept with its dead letter: bounded, and without what looks like a credential. */
final class KeptHeaders {

    private static final int MAX_CHARS = 4096;
    private static final int MAX_VALUE = 512;
    private static final Pattern CREDENTIAL =
            Pattern.compile("auth|cookie|token|secret|password|signature|credential", Pattern.CASE_INSENSITIVE);

    private KeptHeaders() {}

    static Map<String, String> of(Map<String, String> headers) {
        Map<String, String> kept = new TreeMap<>();
        int chars = 0;
        for (Map.Entry<String, String> header : new TreeMap<>(headers).entrySet()) {
            String value = CREDENTIAL.matcher(header.getKey()).find() ? "***" : cut(header.getValue());
            chars += header.getKey().length() + value.length();
            if (chars > MAX_CHARS) {
                break;
            }
            kept.put(header.getKey(), value);
        }
        return kept;
    }

    private static String cut(String value) {
        return value.substring(0, Math.min(value.length(), MAX_VALUE));
    }
}
