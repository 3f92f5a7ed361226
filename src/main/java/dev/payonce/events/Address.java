package dev.payonce.events;

import java.util.Set;

/**
 * A receiver, and what it wants to be told.
 *
 * @param receiver its name for good, at most 40 ASCII characters
 * @param types of events; empty for all
 */
public record Address(String receiver, Set<String> types) {

    boolean wants(String type) {
        return types.isEmpty() || types.contains(type);
    }
}
