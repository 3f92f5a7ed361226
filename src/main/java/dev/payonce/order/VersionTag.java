package dev.payonce.order;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Entity tags of orders, and the conditions that carry them (RFC 9110, 8.8.3 and 13.1). A tag is the order's version;
 * an expired order adds that, since an order that nobody touches expires by the mere passing of time.
 */
final class VersionTag {

    static final String RULE = "must be * or a list of ETags in double quotes";

    private static final Pattern TAG = Pattern.compile("(W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*\"");
    private static final Pattern LIST = Pattern.compile("\\s*" + TAG + "\\s*(?:,\\s*(?:" + TAG + "\\s*)?)*");

    private VersionTag() {}

    static String of(OrderView order) {
        return '"'
                + Integer.toString(order.version())
                + (order.status() == OrderStatus.EXPIRED ? "-expired" : "")
                + '"';
    }

    /**
     * A condition such as {@code If-Match}.
     *
     * @param any {@code *}: every tag meets it
     * @param tags with their {@code W/}, if they have one
     */
    record Condition(boolean any, List<String> tags) {

        /** Empty if the header's lines are not {@code *} or a list of tags. */
        static Optional<Condition> parse(List<String> lines) {
            String header = String.join(",", lines).strip();
            if (header.equals("*")) {
                return Optional.of(new Condition(true, List.of()));
            }
            return Optional.of(header)
                    .filter(text -> LIST.matcher(text).matches())
                    .map(text -> new Condition(false, tags(text)));
        }

        private static List<String> tags(String header) {
            return TAG.matcher(header).results().map(MatchResult::group).toList();
        }

        /** As If-Match compares: a weak tag matches nothing. */
        boolean matchesStrongly(String tag) {
            return any || tags.contains(tag);
        }

        /** As If-None-Match compares. */
        boolean matchesWeakly(String tag) {
            return any || tags.contains(tag) || tags.contains("W/" + tag);
        }
    }
}
