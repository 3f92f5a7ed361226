package dev.payonce.web;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param next what to send as {@code after} for the page behind this one; null at the end
 */
public record Page<T>(List<T> items, String next) {

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
