package dev.payonce.web;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param next what to send as {@code after} for the page behind this one; null at the end
 */
public record Page<T>(List<T> items, String next) {

    /** How many items a page has if the caller does not say, as text for {@code @DefaultValue}. */
    public static final String DEFAULT_LIMIT = "20";

    /** Taken as text, for a number that cannot be read would be answered as an unknown path. */
    public static final String LIMIT = "[1-9][0-9]?|100";

    public static final String LIMIT_RULE = "must be a number from 1 to 100";

    public static final String AFTER_RULE = "must be the next of an earlier page";

    /**
     * @param found up to one more than {@code limit}: the one too many tells that there is another page
     * @param cursor an item's place in the list
     */
    public static <T> Page<T> of(List<T> found, int limit, Function<T, ?> cursor) {
        if (found.size() <= limit) {
            return new Page<>(List.copyOf(found), null);
        }
        List<T> items = List.copyOf(found.subList(0, limit));
        return new Page<>(items, cursor.apply(items.get(limit - 1)).toString());
    }
}
