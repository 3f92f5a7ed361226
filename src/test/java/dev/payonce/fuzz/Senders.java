package dev.payonce.fuzz;

import dev.payonce.web.Role;
import java.util.List;
import java.util.Map;

/** Who sends requests, and as what. */
final class Senders {

    private static final Map<String, String> ROLES = Map.of(
            "fuzz-alice", Role.CUSTOMER,
            "fuzz-bob", Role.CUSTOMER,
            "fuzz-shop", Role.MERCHANT,
            "fuzz-rival", Role.MERCHANT,
            "fuzz-ops", Role.OPERATOR);

    static final List<String> ALL = ROLES.keySet().stream().sorted().toList();

    private Senders() {}

    static String role(String sender) {
        return ROLES.get(sender);
    }

    static List<String> of(List<String> roles) {
        return ALL.stream().filter(sender -> roles.contains(role(sender))).toList();
    }
}
